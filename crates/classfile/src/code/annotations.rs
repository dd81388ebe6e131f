//! Type annotations inside code: only what refers to a place is taken apart, the rest stays raw.

use super::Label;
use super::decode::Places;
use super::layout::Layout;
use crate::reader::{Put, Reader};
use crate::{Error, Result};

/// A `Runtime(In)VisibleTypeAnnotations` attribute of the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeAnnotations {
    /// The attribute's name.
    pub name: u16,
    pub annotations: Vec<TypeAnnotation>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeAnnotation {
    pub target_type: u8,
    pub target: Target,
    /// Type path, type and element values.
    pub rest: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A local or resource variable: start, end (exclusive) and index of each live range.
    Ranges(Vec<(Label, Label, u16)>),
    /// A caught type: an index into the handlers.
    Handler(u16),
    /// An `instanceof`, `new` or method reference.
    Insn(Label),
    /// A cast, or a type argument of a call, by its number.
    TypeArgument(Label, u8),
}

/// Element values nest; no compiler nests them deeper.
const MAX_DEPTH: u32 = 64;

pub(super) fn read(name: u16, data: &[u8], places: &mut Places) -> Result<TypeAnnotations> {
    let mut r = Reader::new(data);
    // A target type, one byte of target at least, an empty path, a type and no elements.
    let annotations = (0..r.count(7)?)
        .map(|_| read_annotation(&mut r, places))
        .collect::<Result<_>>()?;
    r.finish("the type annotations")?;
    Ok(TypeAnnotations { name, annotations })
}

fn read_annotation(r: &mut Reader<'_>, places: &mut Places) -> Result<TypeAnnotation> {
    let target_type = r.u8()?;
    let target = match target_type {
        0x40 | 0x41 => {
            let range = |r: &mut Reader<'_>, places: &mut Places| {
                let (start, len) = (usize::from(r.u16()?), usize::from(r.u16()?));
                Ok((places.bound(start)?, places.bound(start + len)?, r.u16()?))
            };
            Target::Ranges(
                (0..r.count(6)?)
                    .map(|_| range(r, places))
                    .collect::<Result<_>>()?,
            )
        }
        0x42 => Target::Handler(r.u16()?),
        0x43..=0x46 => Target::Insn(places.insn(r.u16()?.into())?),
        0x47..=0x4b => Target::TypeArgument(places.insn(r.u16()?.into())?, r.u8()?),
        _ => return Err(Error::BadAnnotation),
    };
    let start = r.pos();
    let path = usize::from(r.u8()?);
    r.bytes(2 * path)?;
    skip_annotation(r, 0)?;
    Ok(TypeAnnotation {
        target_type,
        target,
        rest: r.since(start).to_vec(),
    })
}

fn skip_annotation(r: &mut Reader<'_>, depth: u32) -> Result<()> {
    r.u16()?;
    for _ in 0..r.u16()? {
        r.u16()?;
        skip_value(r, depth)?;
    }
    Ok(())
}

fn skip_value(r: &mut Reader<'_>, depth: u32) -> Result<()> {
    if depth > MAX_DEPTH {
        return Err(Error::BadAnnotation);
    }
    match r.u8()? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' | b'c' => r.bytes(2).map(drop),
        b'e' => r.bytes(4).map(drop),
        b'@' => skip_annotation(r, depth + 1),
        b'[' => {
            for _ in 0..r.u16()? {
                skip_value(r, depth + 1)?;
            }
            Ok(())
        }
        _ => Err(Error::BadAnnotation),
    }
}

impl TypeAnnotations {
    pub(super) fn write(&self, layout: &Layout, out: &mut Vec<u8>) -> Result<()> {
        out.put_count(self.annotations.len(), "type annotations")?;
        for annotation in &self.annotations {
            out.put_u8(annotation.target_type);
            match annotation.target {
                Target::Ranges(ref ranges) => {
                    out.put_count(ranges.len(), "ranges")?;
                    for &(start, end, index) in ranges {
                        let (start, end) = (layout.bound(start)?, layout.bound(end)?);
                        out.put_u16(start);
                        out.put_u16(end.checked_sub(start).ok_or(Error::EmptyRange)?);
                        out.put_u16(index);
                    }
                }
                Target::Handler(index) => out.put_u16(index),
                Target::Insn(at) => out.put_u16(layout.insn(at)?),
                Target::TypeArgument(at, number) => {
                    out.put_u16(layout.insn(at)?);
                    out.put_u8(number);
                }
            }
            out.extend_from_slice(&annotation.rest);
        }
        Ok(())
    }
}
