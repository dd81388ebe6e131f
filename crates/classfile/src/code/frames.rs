//! Stack map frames: read into full frames, written in the smallest kind.
//!
//! A class file writes most frames as a difference to the one before, and the first to the state at method
//! entry. The classes of that entry state need not be in the constant pool, hence [`VType::Argument`].

use super::decode::Places;
use super::layout::Layout;
use super::{Label, MethodShape};
use crate::descriptor::{self, Type};
use crate::reader::{Put, Reader};
use crate::{ConstantPool, Error, Result};

/// A verification type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VType {
    Top,
    Integer,
    Float,
    Double,
    Long,
    Null,
    UninitializedThis,
    /// Of the class at that pool index.
    Object(u16),
    /// Of the class of the method's n-th parameter, which may have no pool index yet. Encoding adds one if
    /// a frame must spell it out.
    Argument(u8),
    /// What the first `new` at or after the label made, before its constructor ran.
    Uninitialized(Label),
}

/// The types before an instruction. As in the class file, `Long` and `Double` are one element each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    pub locals: Vec<VType>,
    pub stack: Vec<VType>,
}

/// Bounds the memory of expanded frames (to 32 MB), which can grow with the square of the input.
const MAX_TYPES: usize = 1 << 22;

const TOP: u8 = 0;
const INTEGER: u8 = 1;
const FLOAT: u8 = 2;
const DOUBLE: u8 = 3;
const LONG: u8 = 4;
const NULL: u8 = 5;
const UNINITIALIZED_THIS: u8 = 6;
const OBJECT: u8 = 7;
const UNINITIALIZED: u8 = 8;

/// Kinds of frames: the number is the kind, and in the first two also carries the offset.
const SAME_1: u8 = 64;
const SAME_1_EXTENDED: u8 = 247;
const SAME_EXTENDED: u8 = 251;
const FULL: u8 = 255;

/// The locals at method entry.
pub(super) fn entry(method: &MethodShape<'_>) -> Result<Vec<VType>> {
    let mut locals = Vec::new();
    if !method.is_static {
        locals.push(match method.is_init {
            true => VType::UninitializedThis,
            false => VType::Object(method.this_class),
        });
    }
    for (n, ty) in descriptor::params(method.descriptor).enumerate() {
        locals.push(match ty? {
            Type::Boolean | Type::Byte | Type::Char | Type::Short | Type::Int => VType::Integer,
            Type::Float => VType::Float,
            Type::Long => VType::Long,
            Type::Double => VType::Double,
            Type::Object(_) | Type::Array(_) => {
                VType::Argument(u8::try_from(n).map_err(|_| Error::BadDescriptor)?)
            }
        });
    }
    Ok(locals)
}

/// Reads the data of a `StackMapTable`.
pub(super) fn read(r: &mut Reader<'_>, entry: &[VType], places: &mut Places) -> Result<Vec<(Label, Frame)>> {
    let count = r.count(1)?;
    let mut frames = Vec::<(Label, Frame)>::with_capacity(count);
    let mut next = 0;
    let mut types = 0;
    for _ in 0..count {
        let before = frames.last().map_or(entry, |(_, f)| &f.locals);
        let (delta, frame) = read_frame(r, before, places)?;
        types += frame.locals.len() + frame.stack.len();
        if types > MAX_TYPES {
            return Err(Error::FramesTooLarge);
        }
        let pc = next + usize::from(delta);
        frames.push((places.insn(pc)?, frame));
        next = pc + 1;
    }
    Ok(frames)
}

fn read_frame(r: &mut Reader<'_>, before: &[VType], places: &mut Places) -> Result<(u16, Frame)> {
    let kind = r.u8()?;
    let mut frame = Frame::default();
    let delta = match kind {
        0..SAME_1 => kind.into(),
        SAME_1..128 => (kind - SAME_1).into(),
        128..SAME_1_EXTENDED => return Err(Error::BadFrame),
        SAME_1_EXTENDED..=FULL => r.u16()?,
    };
    if kind == FULL {
        frame.locals = read_types(r, places)?;
        frame.stack = read_types(r, places)?;
        return Ok((delta, frame));
    }
    // Of the rest, only the chop and append kinds change the number of locals: by 251 - kind.
    let chop = usize::from(SAME_EXTENDED.saturating_sub(kind));
    let append = usize::from(kind.saturating_sub(SAME_EXTENDED));
    let kept = match kind {
        248..SAME_EXTENDED => before.len().checked_sub(chop).ok_or(Error::BadFrame)?,
        _ => before.len(),
    };
    frame.locals.reserve_exact(kept + append);
    frame.locals.extend_from_slice(&before[..kept]);
    for _ in 0..append {
        frame.locals.push(read_type(r, places)?);
    }
    if matches!(kind, SAME_1..128 | SAME_1_EXTENDED) {
        frame.stack.push(read_type(r, places)?);
    }
    Ok((delta, frame))
}

fn read_types(r: &mut Reader<'_>, places: &mut Places) -> Result<Vec<VType>> {
    (0..r.count(1)?).map(|_| read_type(r, places)).collect()
}

fn read_type(r: &mut Reader<'_>, places: &mut Places) -> Result<VType> {
    Ok(match r.u8()? {
        TOP => VType::Top,
        INTEGER => VType::Integer,
        FLOAT => VType::Float,
        DOUBLE => VType::Double,
        LONG => VType::Long,
        NULL => VType::Null,
        UNINITIALIZED_THIS => VType::UninitializedThis,
        OBJECT => VType::Object(r.u16()?),
        UNINITIALIZED => VType::Uninitialized(places.insn(r.u16()?.into())?),
        _ => return Err(Error::BadFrame),
    })
}

/// What writing frames must know of the code around them.
pub(super) struct Writer<'a> {
    pub layout: &'a Layout,
    /// The offsets of the `new` instructions, in order.
    pub news: &'a [u16],
    /// Of the method.
    pub descriptor: &'a str,
    pub pool: &'a mut ConstantPool,
}

impl Writer<'_> {
    /// Writes the data of a `StackMapTable`.
    pub fn write(&mut self, entry: &[VType], frames: &[(Label, Frame)], out: &mut Vec<u8>) -> Result<()> {
        let mut placed = Vec::with_capacity(frames.len());
        for (label, frame) in frames {
            placed.push((self.layout.insn(*label)?, frame));
        }
        // Already in order unless a pass or a trampoline added some: then the sort is one comparison each.
        placed.sort_by_key(|&(pc, _)| pc);
        let count_at = out.len();
        out.put_u16(0);
        let (mut before, mut next, mut count) = (entry, 0, 0u16);
        let mut last: Option<(u16, &Frame)> = None;
        for &(pc, frame) in &placed {
            match last {
                Some((at, same)) if at == pc && same == frame => continue,
                Some((at, _)) if at == pc => return Err(Error::FrameConflict(pc.into())),
                _ => {}
            }
            self.write_frame(pc - next, before, frame, out)?;
            (before, last, count) = (&frame.locals, Some((pc, frame)), count + 1);
            // Code ends at 65535, so this cannot overflow.
            next = pc + 1;
        }
        out[count_at..count_at + 2].copy_from_slice(&count.to_be_bytes());
        Ok(())
    }

    fn write_frame(&mut self, delta: u16, before: &[VType], frame: &Frame, out: &mut Vec<u8>) -> Result<()> {
        let Frame { locals, stack } = frame;
        let short = u8::try_from(delta).ok().filter(|&d| d < SAME_1);
        let grown = locals.len() as isize - before.len() as isize;
        let common = locals.len().min(before.len());
        let is_difference = locals[..common] == before[..common];
        match (is_difference, grown, stack.as_slice()) {
            (true, 0, []) => match short {
                Some(d) => out.put_u8(d),
                None => {
                    out.put_u8(SAME_EXTENDED);
                    out.put_u16(delta);
                }
            },
            (true, 0, &[ty]) => {
                match short {
                    Some(d) => out.put_u8(SAME_1 + d),
                    None => {
                        out.put_u8(SAME_1_EXTENDED);
                        out.put_u16(delta);
                    }
                }
                self.write_type(ty, out)?;
            }
            (true, -3..=3, []) => {
                out.put_u8(SAME_EXTENDED.wrapping_add_signed(grown as i8));
                out.put_u16(delta);
                self.write_types(&locals[common..], out)?;
            }
            _ => {
                out.put_u8(FULL);
                out.put_u16(delta);
                out.put_count(locals.len(), "locals in a frame")?;
                self.write_types(locals, out)?;
                out.put_count(stack.len(), "stack elements in a frame")?;
                self.write_types(stack, out)?;
            }
        }
        Ok(())
    }

    fn write_types(&mut self, types: &[VType], out: &mut Vec<u8>) -> Result<()> {
        types.iter().try_for_each(|&ty| self.write_type(ty, out))
    }

    fn write_type(&mut self, ty: VType, out: &mut Vec<u8>) -> Result<()> {
        let object = |class: u16, out: &mut Vec<u8>| {
            out.put_u8(OBJECT);
            out.put_u16(class);
        };
        match ty {
            VType::Top => out.put_u8(TOP),
            VType::Integer => out.put_u8(INTEGER),
            VType::Float => out.put_u8(FLOAT),
            VType::Double => out.put_u8(DOUBLE),
            VType::Long => out.put_u8(LONG),
            VType::Null => out.put_u8(NULL),
            VType::UninitializedThis => out.put_u8(UNINITIALIZED_THIS),
            VType::Object(class) => object(class, out),
            VType::Argument(n) => {
                let ty = descriptor::params(self.descriptor)
                    .nth(n.into())
                    .ok_or(Error::BadFrame)??;
                object(self.pool.add_class(ty.class_name().ok_or(Error::BadFrame)?)?, out);
            }
            VType::Uninitialized(label) => {
                let at = self.layout.insn(label)?;
                let new = self.news.partition_point(|&new| new < at);
                out.put_u8(UNINITIALIZED);
                out.put_u16(*self.news.get(new).ok_or(Error::BadFrame)?);
            }
        }
        Ok(())
    }
}
