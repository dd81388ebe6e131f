//! The constant pool: append-only, and kept in its encoded form.
//!
//! The bytes of the class file are the pool; entries are read from them on demand, so parsing is one scan, writing is
//! one copy, and attributes that are not known stay as they were. Adding an entry appends its encoded form unless the
//! same bytes are there already; the table for that search is built at the first `add_…`.
//!
//! Strings in class files are "modified UTF-8" ([`modified_utf8`]); [`ConstantPool::utf8_bytes`] gives the bytes of one
//! as they are.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::reader::Reader;
use crate::{Error, Result, modified_utf8};

const UTF8: u8 = 1;
const INTEGER: u8 = 3;
const FLOAT: u8 = 4;
const LONG: u8 = 5;
const DOUBLE: u8 = 6;
const CLASS: u8 = 7;
const STRING: u8 = 8;
const FIELD_REF: u8 = 9;
const METHOD_REF: u8 = 10;
const INTERFACE_METHOD_REF: u8 = 11;
const NAME_AND_TYPE: u8 = 12;
const METHOD_HANDLE: u8 = 15;
const METHOD_TYPE: u8 = 16;
const DYNAMIC: u8 = 17;
const INVOKE_DYNAMIC: u8 = 18;
const MODULE: u8 = 19;
const PACKAGE: u8 = 20;

/// One entry. Floating-point values are their bits, so that every NaN survives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constant<'a> {
    Utf8(&'a [u8]),
    Integer(i32),
    Float(u32),
    Long(i64),
    Double(u64),
    Class { name: u16 },
    String { text: u16 },
    FieldRef { class: u16, name_and_type: u16 },
    MethodRef { class: u16, name_and_type: u16 },
    InterfaceMethodRef { class: u16, name_and_type: u16 },
    NameAndType { name: u16, descriptor: u16 },
    MethodHandle { kind: u8, reference: u16 },
    MethodType { descriptor: u16 },
    Dynamic { bootstrap: u16, name_and_type: u16 },
    InvokeDynamic { bootstrap: u16, name_and_type: u16 },
    Module { name: u16 },
    Package { name: u16 },
}

/// A field or method reference with its names looked up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemberRef<'a> {
    pub owner: &'a str,
    pub name: &'a str,
    pub descriptor: &'a str,
}

#[derive(Clone)]
pub struct ConstantPool {
    /// The `u2` count and then the entries, as in the file.
    raw: Vec<u8>,
    /// Where each entry starts in `raw`; 0 (where the count is) for an index that names no entry.
    offsets: Vec<u32>,
    index: Option<Index>,
    /// The strings that are not UTF-8 as they stand, looked at when the first of them is asked for.
    odd: OnceLock<BTreeMap<u16, String>>,
}

impl Default for ConstantPool {
    fn default() -> Self {
        ConstantPool {
            raw: vec![0, 1],
            offsets: vec![0],
            index: None,
            odd: OnceLock::new(),
        }
    }
}

impl ConstantPool {
    pub(crate) fn parse(r: &mut Reader<'_>) -> Result<Self> {
        let start = r.pos();
        // The smallest entry is a `CONSTANT_Class` or an empty string, three bytes; a long fills two indices.
        let count = r.u16()?;
        if usize::from(count) * 3 > r.remaining() + 3 {
            return Err(Error::Truncated);
        }
        let mut offsets = Vec::with_capacity(usize::from(count) + 16);
        offsets.push(0);
        while offsets.len() < usize::from(count) {
            offsets.push((r.pos() - start) as u32);
            let tag = r.u8()?;
            let size = match tag {
                UTF8 => usize::from(r.u16()?),
                CLASS | STRING | METHOD_TYPE | MODULE | PACKAGE => 2,
                METHOD_HANDLE => 3,
                INTEGER | FLOAT | FIELD_REF | METHOD_REF | INTERFACE_METHOD_REF => 4,
                NAME_AND_TYPE | DYNAMIC | INVOKE_DYNAMIC => 4,
                LONG | DOUBLE => 8,
                other => return Err(Error::BadTag(other)),
            };
            r.bytes(size)?;
            if matches!(tag, LONG | DOUBLE) {
                offsets.push(0);
            }
        }
        // A long in the last place would claim an index beyond the count.
        if offsets.len() != usize::from(count) {
            return Err(Error::BadIndex(count));
        }
        Ok(ConstantPool {
            raw: r.since(start).to_vec(),
            offsets,
            index: None,
            odd: OnceLock::new(),
        })
    }

    /// A pool of `count` less one entries, as a JVM shows that of a class.
    pub fn from_entries(count: u16, entries: &[u8]) -> Result<Self> {
        let bytes = [&count.to_be_bytes(), entries].concat();
        Self::parse(&mut Reader::new(&bytes))
    }

    pub(crate) fn encoded(&self) -> &[u8] {
        &self.raw
    }

    /// The `constant_pool_count`: one more than the highest index.
    #[expect(clippy::len_without_is_empty, reason = "index 0 is always there")]
    pub fn len(&self) -> u16 {
        self.offsets.len() as u16
    }

    fn at(&self, i: u16) -> Result<Reader<'_>> {
        match self.offsets.get(usize::from(i)) {
            Some(&offset) if offset != 0 => Ok(Reader::new(&self.raw[offset as usize..])),
            _ => Err(Error::BadIndex(i)),
        }
    }

    pub fn entry(&self, i: u16) -> Result<Constant<'_>> {
        let mut r = self.at(i)?;
        Ok(match r.u8()? {
            UTF8 => {
                let len = r.u16()?;
                Constant::Utf8(r.bytes(len.into())?)
            }
            INTEGER => Constant::Integer(r.i32()?),
            FLOAT => Constant::Float(r.u32()?),
            LONG => Constant::Long(r.u64()? as i64),
            DOUBLE => Constant::Double(r.u64()?),
            CLASS => Constant::Class { name: r.u16()? },
            STRING => Constant::String { text: r.u16()? },
            FIELD_REF => Constant::FieldRef {
                class: r.u16()?,
                name_and_type: r.u16()?,
            },
            METHOD_REF => Constant::MethodRef {
                class: r.u16()?,
                name_and_type: r.u16()?,
            },
            INTERFACE_METHOD_REF => Constant::InterfaceMethodRef {
                class: r.u16()?,
                name_and_type: r.u16()?,
            },
            NAME_AND_TYPE => Constant::NameAndType {
                name: r.u16()?,
                descriptor: r.u16()?,
            },
            METHOD_HANDLE => Constant::MethodHandle {
                kind: r.u8()?,
                reference: r.u16()?,
            },
            METHOD_TYPE => Constant::MethodType { descriptor: r.u16()? },
            DYNAMIC => Constant::Dynamic {
                bootstrap: r.u16()?,
                name_and_type: r.u16()?,
            },
            INVOKE_DYNAMIC => Constant::InvokeDynamic {
                bootstrap: r.u16()?,
                name_and_type: r.u16()?,
            },
            MODULE => Constant::Module { name: r.u16()? },
            PACKAGE => Constant::Package { name: r.u16()? },
            tag => return Err(Error::BadTag(tag)),
        })
    }

    /// Every entry with its index.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Constant<'_>)> {
        (1..self.len()).filter_map(|i| Some((i, self.entry(i).ok()?)))
    }

    /// The bytes of a string constant, in modified UTF-8.
    pub fn utf8_bytes(&self, i: u16) -> Result<&[u8]> {
        let mut r = self.at(i)?;
        if r.u8()? != UTF8 {
            return Err(Error::WrongConstant(i, "a string"));
        }
        let len = r.u16()?;
        r.bytes(len.into())
    }

    /// The text of a string constant; `NotUtf8` if it has half a surrogate pair or is malformed.
    pub fn utf8(&self, i: u16) -> Result<&str> {
        std::str::from_utf8(self.utf8_bytes(i)?).or_else(|_| {
            let odd = self.odd.get_or_init(|| self.odd_strings());
            odd.get(&i).map(String::as_str).ok_or(Error::NotUtf8(i))
        })
    }

    fn odd_strings(&self) -> BTreeMap<u16, String> {
        let odd = |i: u16| {
            let bytes = self.utf8_bytes(i).ok()?;
            match std::str::from_utf8(bytes) {
                Ok(_) => None,
                Err(_) => Some((i, modified_utf8::decode(bytes)?)),
            }
        };
        (1..self.len()).filter_map(odd).collect()
    }

    /// The internal name of a class: `java/lang/String`, or a descriptor for an array class.
    pub fn class_name(&self, i: u16) -> Result<&str> {
        match self.entry(i)? {
            Constant::Class { name } => self.utf8(name),
            _ => Err(Error::WrongConstant(i, "a class")),
        }
    }

    /// A `Fieldref`, `Methodref` or `InterfaceMethodref`.
    pub fn member_ref(&self, i: u16) -> Result<MemberRef<'_>> {
        match self.entry(i)? {
            Constant::FieldRef { class, name_and_type }
            | Constant::MethodRef { class, name_and_type }
            | Constant::InterfaceMethodRef { class, name_and_type } => {
                let (name, descriptor) = self.name_and_type(name_and_type)?;
                Ok(MemberRef {
                    owner: self.class_name(class)?,
                    name,
                    descriptor,
                })
            }
            _ => Err(Error::WrongConstant(i, "a member reference")),
        }
    }

    pub fn name_and_type(&self, i: u16) -> Result<(&str, &str)> {
        match self.entry(i)? {
            Constant::NameAndType { name, descriptor } => Ok((self.utf8(name)?, self.utf8(descriptor)?)),
            _ => Err(Error::WrongConstant(i, "a name and type")),
        }
    }

    /// The name and descriptor of a `Dynamic` or `InvokeDynamic` entry.
    pub fn dynamic_name_and_type(&self, i: u16) -> Result<(&str, &str)> {
        match self.entry(i)? {
            Constant::Dynamic { name_and_type, .. } | Constant::InvokeDynamic { name_and_type, .. } => {
                self.name_and_type(name_and_type)
            }
            _ => Err(Error::WrongConstant(i, "a dynamic constant or call")),
        }
    }

    pub fn add_utf8(&mut self, s: &str) -> Result<u16> {
        let mut key = vec![UTF8, 0, 0];
        modified_utf8::encode(s, &mut key);
        let len = key.len() - 3;
        let len = u16::try_from(len).map_err(|_| Error::StringTooLong(len))?;
        key[1..3].copy_from_slice(&len.to_be_bytes());
        if std::str::from_utf8(&key[3..]).is_err() {
            self.odd.take();
        }
        self.add(&key)
    }

    pub fn add_class(&mut self, name: &str) -> Result<u16> {
        let name = self.add_utf8(name)?;
        self.add_one(CLASS, name)
    }

    pub fn add_string(&mut self, text: &str) -> Result<u16> {
        let text = self.add_utf8(text)?;
        self.add_one(STRING, text)
    }

    pub fn add_integer(&mut self, value: i32) -> Result<u16> {
        let [a, b, c, d] = value.to_be_bytes();
        self.add(&[INTEGER, a, b, c, d])
    }

    pub fn add_long(&mut self, value: i64) -> Result<u16> {
        let mut key = vec![LONG];
        key.extend_from_slice(&value.to_be_bytes());
        self.add(&key)
    }

    pub fn add_name_and_type(&mut self, name: &str, descriptor: &str) -> Result<u16> {
        let name = self.add_utf8(name)?;
        let descriptor = self.add_utf8(descriptor)?;
        self.add_two(NAME_AND_TYPE, name, descriptor)
    }

    pub fn add_field_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<u16> {
        self.add_member(FIELD_REF, owner, name, descriptor)
    }

    pub fn add_method_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<u16> {
        self.add_member(METHOD_REF, owner, name, descriptor)
    }

    pub fn add_interface_method_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<u16> {
        self.add_member(INTERFACE_METHOD_REF, owner, name, descriptor)
    }

    fn add_member(&mut self, tag: u8, owner: &str, name: &str, descriptor: &str) -> Result<u16> {
        let class = self.add_class(owner)?;
        let name_and_type = self.add_name_and_type(name, descriptor)?;
        self.add_two(tag, class, name_and_type)
    }

    fn add_one(&mut self, tag: u8, a: u16) -> Result<u16> {
        let [a, b] = a.to_be_bytes();
        self.add(&[tag, a, b])
    }

    fn add_two(&mut self, tag: u8, a: u16, b: u16) -> Result<u16> {
        let [a, b] = [a.to_be_bytes(), b.to_be_bytes()];
        self.add(&[tag, a[0], a[1], b[0], b[1]])
    }

    /// Finds or appends an entry by its encoded form.
    fn add(&mut self, key: &[u8]) -> Result<u16> {
        let mut index = match self.index.take() {
            Some(index) => index,
            None => Index::build(self),
        };
        let found = index.find(self, key);
        let result = match found {
            Ok(i) => Ok(i),
            Err(slot) => self.append(key).inspect(|&i| index.insert(self, slot, i)),
        };
        self.index = Some(index);
        result
    }

    fn append(&mut self, key: &[u8]) -> Result<u16> {
        let indices = if matches!(key.first(), Some(&(LONG | DOUBLE))) {
            2
        } else {
            1
        };
        let count = u16::try_from(self.offsets.len() + indices).map_err(|_| Error::PoolFull)?;
        let offset = u32::try_from(self.raw.len()).map_err(|_| Error::PoolFull)?;
        self.offsets.push(offset);
        self.offsets.resize(usize::from(count), 0);
        self.raw.extend_from_slice(key);
        self.raw[..2].copy_from_slice(&count.to_be_bytes());
        Ok(count - indices as u16)
    }

    /// The encoded form of an entry.
    fn key(&self, i: u16) -> &[u8] {
        let start = self.offsets[usize::from(i)] as usize;
        let next = self.offsets[usize::from(i) + 1..].iter().find(|&&o| o != 0);
        &self.raw[start..next.map_or(self.raw.len(), |&o| o as usize)]
    }
}

/// An open-addressing hash table of the pool's indices, keyed by the encoded entries. At most half full.
#[derive(Clone)]
struct Index {
    slots: Vec<u16>,
    used: usize,
}

impl Index {
    fn build(pool: &ConstantPool) -> Self {
        let capacity = (pool.offsets.len() * 2 + 64).next_power_of_two();
        let mut index = Index {
            slots: vec![0; capacity],
            used: 0,
        };
        for i in (1..pool.len()).filter(|&i| pool.offsets[usize::from(i)] != 0) {
            // Of two equal entries the first is kept.
            if let Err(slot) = index.find(pool, pool.key(i)) {
                index.slots[slot] = i;
                index.used += 1;
            }
        }
        index
    }

    /// The entry with these bytes, or the slot where it belongs.
    fn find(&self, pool: &ConstantPool, key: &[u8]) -> Result<u16, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return Err(slot),
                i if pool.key(i) == key => return Ok(i),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn insert(&mut self, pool: &ConstantPool, slot: usize, i: u16) {
        self.slots[slot] = i;
        self.used += 1;
        if self.used * 2 > self.slots.len() {
            *self = Index::build(pool);
        }
    }
}

/// Multiply and rotate, eight bytes at a time: short keys, no attacker worth a keyed hash.
fn hash(key: &[u8]) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut h = key.len() as u64;
    for chunk in key.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        h = (h.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(K);
    }
    h ^ (h >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_only_what_is_new() {
        let mut pool = ConstantPool::default();
        let method = pool.add_method_ref("a/B", "run", "()V").unwrap();
        let len = pool.len();
        assert_eq!(pool.add_method_ref("a/B", "run", "()V"), Ok(method));
        assert_eq!(pool.len(), len);
        let field = pool.add_field_ref("a/B", "run", "I").unwrap();
        assert_ne!(field, method);
        assert_eq!(
            pool.member_ref(method),
            Ok(MemberRef {
                owner: "a/B",
                name: "run",
                descriptor: "()V"
            })
        );
        assert_eq!(pool.member_ref(len - 1).map(|m| m.name), Ok("run"));
        assert_eq!(
            pool.class_name(method),
            Err(Error::WrongConstant(method, "a class"))
        );
    }

    #[test]
    fn long_constants_take_two_indices() {
        let mut pool = ConstantPool::default();
        let long = pool.add_long(-1).unwrap();
        let int = pool.add_integer(7).unwrap();
        assert_eq!((long, int, pool.len()), (1, 3, 4));
        assert_eq!(pool.entry(2), Err(Error::BadIndex(2)));
        let again = ConstantPool::parse(&mut Reader::new(pool.encoded())).unwrap();
        assert!(
            again
                .iter()
                .eq([(1, Constant::Long(-1)), (3, Constant::Integer(7))])
        );
        assert_eq!(pool.add_long(-1), Ok(long));
    }

    #[test]
    fn grows_to_the_limit_and_no_further() {
        let mut pool = ConstantPool::default();
        for i in 1..=65_533 {
            assert_eq!(pool.add_integer(i), Ok(i as u16));
        }
        assert_eq!(pool.add_long(1), Err(Error::PoolFull));
        assert_eq!(pool.add_integer(-1), Ok(65_534));
        assert_eq!(pool.add_integer(-2), Err(Error::PoolFull));
        assert_eq!(pool.add_integer(77), Ok(77));
        assert_eq!(
            ConstantPool::parse(&mut Reader::new(pool.encoded())).map(|p| p.len()),
            Ok(65_535)
        );
    }

    #[test]
    fn strings_are_modified_utf8() {
        let mut pool = ConstantPool::default();
        let plain = pool.add_utf8("é€").unwrap();
        assert_eq!(pool.utf8(plain), Ok("é€"));
        let odd = pool.add_utf8("a\0😀").unwrap();
        assert_eq!(pool.utf8(odd), Ok("a\0😀"));
        let second = pool.add_utf8("𠮷").unwrap();
        assert_eq!(pool.utf8(second), Ok("𠮷"));
        assert_eq!(
            pool.utf8_bytes(odd),
            Ok(&[b'a', 0xc0, 0x80, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80][..])
        );
        assert_eq!(
            pool.add_utf8(&"x".repeat(65_536)),
            Err(Error::StringTooLong(65_536))
        );
    }

    #[test]
    fn malformed_pools_are_errors() {
        let parse = |bytes: &[u8]| ConstantPool::parse(&mut Reader::new(bytes)).map(|p| p.len());
        assert_eq!(parse(&[0, 1]), Ok(1));
        assert_eq!(parse(&[0, 0]), Err(Error::BadIndex(0)));
        assert_eq!(parse(&[0xff, 0xff, 1, 0, 0]), Err(Error::Truncated));
        assert_eq!(parse(&[0, 2, 2, 0, 0]), Err(Error::BadTag(2)));
        assert_eq!(
            parse(&[0, 2, LONG, 0, 0, 0, 0, 0, 0, 0, 0]),
            Err(Error::BadIndex(2))
        );
        assert_eq!(parse(&[0, 2, UTF8, 0, 5, 0]), Err(Error::Truncated));
    }
}
