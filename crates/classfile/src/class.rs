//! The class file itself: pool, members and raw attributes.

use crate::reader::{Put, Reader};
use crate::{ConstantPool, Error, MethodShape, Result, access};

const MAGIC: u32 = 0xcafe_babe;
/// The newest version that is understood: JDK 25.
pub const MAX_MAJOR: u16 = 69;

#[derive(Clone)]
pub struct ClassFile {
    pub minor: u16,
    pub major: u16,
    pub pool: ConstantPool,
    pub access: u16,
    pub this_class: u16,
    pub super_class: u16,
    pub interfaces: Vec<u16>,
    pub fields: Vec<Member>,
    pub methods: Vec<Member>,
    pub attributes: Vec<Attribute>,
}

/// A field or a method.
#[derive(Clone, Debug)]
pub struct Member {
    pub access: u16,
    pub name: u16,
    pub descriptor: u16,
    pub attributes: Vec<Attribute>,
}

/// Raw: whatever is not edited stays as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    pub name: u16,
    pub data: Vec<u8>,
}

impl ClassFile {
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let mut r = Reader::new(bytes);
        if r.u32()? != MAGIC {
            return Err(Error::BadMagic);
        }
        let (minor, major) = (r.u16()?, r.u16()?);
        if !(45..=MAX_MAJOR).contains(&major) {
            return Err(Error::UnsupportedVersion { major, minor });
        }
        let pool = ConstantPool::parse(&mut r)?;
        let (access, this_class, super_class) = (r.u16()?, r.u16()?, r.u16()?);
        let interfaces = (0..r.count(2)?).map(|_| r.u16()).collect::<Result<_>>()?;
        let fields = members(&mut r)?;
        let methods = members(&mut r)?;
        let attributes = attributes(&mut r)?;
        r.finish("the class file")?;
        Ok(ClassFile {
            minor,
            major,
            pool,
            access,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
        })
    }

    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let members = self.fields.iter().chain(&self.methods);
        let size: usize = members.map(Member::size).sum();
        let mut out =
            Vec::with_capacity(self.pool.encoded().len() + size + attributes_size(&self.attributes) + 32);
        out.put_u32(MAGIC);
        out.put_u16(self.minor);
        out.put_u16(self.major);
        out.extend_from_slice(self.pool.encoded());
        out.put_u16(self.access);
        out.put_u16(self.this_class);
        out.put_u16(self.super_class);
        out.put_count(self.interfaces.len(), "interfaces")?;
        self.interfaces.iter().for_each(|&i| out.put_u16(i));
        put_members(&mut out, &self.fields, "fields")?;
        put_members(&mut out, &self.methods, "methods")?;
        put_attributes(&mut out, &self.attributes)?;
        Ok(out)
    }

    /// The name in internal form, `java/lang/String`.
    pub fn name(&self) -> Result<&str> {
        self.pool.class_name(self.this_class)
    }

    /// `None` for `java/lang/Object` and for a module.
    pub fn super_name(&self) -> Result<Option<&str>> {
        match self.super_class {
            0 => Ok(None),
            i => self.pool.class_name(i).map(Some),
        }
    }

    /// What [`Code::parse`](crate::Code::parse) must know about a method of this class.
    pub fn shape(&self, method: &Member) -> Result<MethodShape<'_>> {
        // Before 45.3 the sizes in a `Code` attribute had half their width.
        if self.major == 45 && self.minor < 3 {
            return Err(Error::UnsupportedVersion {
                major: self.major,
                minor: self.minor,
            });
        }
        Ok(MethodShape {
            is_static: method.access & access::ACC_STATIC != 0,
            is_init: self.super_class != 0 && self.pool.utf8_bytes(method.name)? == b"<init>",
            this_class: self.this_class,
            descriptor: self.pool.utf8(method.descriptor)?,
            major: self.major,
        })
    }
}

impl Member {
    /// The first attribute of that name.
    pub fn attribute(&self, pool: &ConstantPool, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.is(pool, name))
    }

    pub fn attribute_mut(&mut self, pool: &ConstantPool, name: &str) -> Option<&mut Attribute> {
        self.attributes.iter_mut().find(|a| a.is(pool, name))
    }

    fn size(&self) -> usize {
        8 + attributes_size(&self.attributes)
    }
}

impl Attribute {
    pub fn is(&self, pool: &ConstantPool, name: &str) -> bool {
        pool.utf8_bytes(self.name) == Ok(name.as_bytes())
    }
}

fn members(r: &mut Reader<'_>) -> Result<Vec<Member>> {
    let count = r.count(8)?;
    let member = |r: &mut Reader<'_>| {
        Ok(Member {
            access: r.u16()?,
            name: r.u16()?,
            descriptor: r.u16()?,
            attributes: attributes(r)?,
        })
    };
    (0..count).map(|_| member(r)).collect()
}

pub(crate) fn attributes(r: &mut Reader<'_>) -> Result<Vec<Attribute>> {
    (0..r.count(6)?)
        .map(|_| {
            attribute(r).map(|(name, data)| Attribute {
                name,
                data: data.to_vec(),
            })
        })
        .collect()
}

pub(crate) fn attribute<'a>(r: &mut Reader<'a>) -> Result<(u16, &'a [u8])> {
    let (name, len) = (r.u16()?, r.u32()?);
    Ok((
        name,
        r.bytes(usize::try_from(len).map_err(|_| Error::Truncated)?)?,
    ))
}

fn attributes_size(attributes: &[Attribute]) -> usize {
    2 + attributes.iter().map(|a| 6 + a.data.len()).sum::<usize>()
}

fn put_members(out: &mut Vec<u8>, members: &[Member], of: &'static str) -> Result<()> {
    out.put_count(members.len(), of)?;
    members.iter().try_for_each(|m| {
        out.put_u16(m.access);
        out.put_u16(m.name);
        out.put_u16(m.descriptor);
        put_attributes(out, &m.attributes)
    })
}

fn put_attributes(out: &mut Vec<u8>, attributes: &[Attribute]) -> Result<()> {
    out.put_count(attributes.len(), "attributes")?;
    attributes
        .iter()
        .try_for_each(|a| put_attribute(out, a.name, &a.data))
}

pub(crate) fn put_attribute(out: &mut Vec<u8>, name: u16, data: &[u8]) -> Result<()> {
    out.put_u16(name);
    out.put_u32(u32::try_from(data.len()).map_err(|_| Error::AttributeTooLarge)?);
    out.extend_from_slice(data);
    Ok(())
}
