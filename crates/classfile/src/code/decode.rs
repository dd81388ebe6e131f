//! From the bytes of a `Code` attribute to a [`Code`].
//!
//! A label is numbered by its offset in the original code, so decoding needs no table of labels: one byte
//! of flags for each offset says where instructions start and which starts are referred to.

use super::annotations;
use super::frames;
use super::{Code, Handler, Insn, Label, LineEntry, LocalVar, MethodShape, Names, Node};
use crate::class::attribute;
use crate::op::{self, Form};
use crate::reader::Reader;
use crate::{Attribute, ConstantPool, Error, Result};

/// Offsets into the code, and what is known of each.
pub(super) struct Places {
    flags: Vec<u8>,
}

const START: u8 = 1;
const REFERRED: u8 = 2;

impl Places {
    fn new(code_len: usize) -> Self {
        Places {
            flags: vec![0; code_len + 1],
        }
    }

    pub fn code_len(&self) -> usize {
        self.flags.len() - 1
    }

    /// The label of an instruction.
    pub fn insn(&mut self, pc: usize) -> Result<Label> {
        if pc < self.code_len() {
            self.bound(pc)
        } else {
            Err(Error::BadOffset(pc as i64))
        }
    }

    /// The label of an instruction, or of the end of the code.
    pub fn bound(&mut self, pc: usize) -> Result<Label> {
        match self.flags.get_mut(pc) {
            Some(flags) if *flags & START != 0 => {
                *flags |= REFERRED;
                Ok(Label(pc as u32))
            }
            _ => Err(Error::BadOffset(pc as i64)),
        }
    }

    /// As `bound`, but an offset inside an instruction means the next one.
    fn bound_near(&mut self, pc: usize) -> Result<Label> {
        let rest = self.flags.get(pc..).unwrap_or_default();
        let skip = rest
            .iter()
            .position(|f| f & START != 0)
            .ok_or(Error::BadOffset(pc as i64))?;
        self.bound(pc + skip)
    }

    /// The target of a jump, which may be an instruction not yet seen; [`Places::check`] looks at it later.
    fn jump(&mut self, from: usize, offset: i32) -> Result<Label> {
        let to = from as i64 + i64::from(offset);
        match usize::try_from(to) {
            Ok(pc) if pc < self.code_len() => {
                self.flags[pc] |= REFERRED;
                Ok(Label(pc as u32))
            }
            _ => Err(Error::BadOffset(to)),
        }
    }

    fn check(&self) -> Result<()> {
        match self.flags.iter().position(|&f| f == REFERRED) {
            Some(pc) => Err(Error::BadOffset(pc as i64)),
            None => Ok(()),
        }
    }

    fn is_referred(&self, pc: usize) -> bool {
        self.flags[pc] & REFERRED != 0
    }
}

impl Code {
    /// Decodes the data of a `Code` attribute.
    pub fn parse(data: &[u8], pool: &ConstantPool, method: MethodShape<'_>) -> Result<Self> {
        let mut r = Reader::new(data);
        let (max_stack, max_locals, len) = (r.u16()?, r.u16()?, r.u32()?);
        let bytes = r.bytes(usize::try_from(len).map_err(|_| Error::Truncated)?)?;
        if bytes.is_empty() || bytes.len() > usize::from(u16::MAX) {
            return Err(Error::CodeTooLarge(bytes.len()));
        }
        let mut places = Places::new(bytes.len());
        let insns = instructions(bytes, &mut places)?;
        let handlers = (0..r.count(8)?)
            .map(|_| handler(&mut r, &mut places))
            .collect::<Result<_>>()?;
        let mut code = Code {
            max_stack,
            max_locals,
            body: Vec::new(),
            handlers,
            lines: Vec::new(),
            vars: Vec::new(),
            var_types: Vec::new(),
            entry: frames::entry(&method)?,
            frames: Vec::new(),
            has_frames: method.major >= 50,
            type_annotations: Vec::new(),
            attributes: Vec::new(),
            names: Names::default(),
            descriptor: method.descriptor.into(),
            next_label: bytes.len() as u32 + 1,
        };
        for _ in 0..r.count(6)? {
            let (name, data) = attribute(&mut r)?;
            code.read_attribute(name, data, pool, &mut places)?;
        }
        r.finish("the code attribute")?;
        code.body = body(insns, &places);
        Ok(code)
    }

    fn read_attribute(
        &mut self,
        name: u16,
        data: &[u8],
        pool: &ConstantPool,
        places: &mut Places,
    ) -> Result<()> {
        let mut r = Reader::new(data);
        match pool.utf8_bytes(name)? {
            // The line and variable tables may come in several parts.
            b"LineNumberTable" => {
                self.names.lines = name;
                let rows = r.count(4)?;
                self.lines.reserve_exact(rows);
                for _ in 0..rows {
                    self.lines.push(LineEntry {
                        at: places.insn(r.u16()?.into())?,
                        line: r.u16()?,
                    });
                }
            }
            b"LocalVariableTable" => {
                self.names.vars = name;
                read_vars(&mut r, places, &mut self.vars)?;
            }
            b"LocalVariableTypeTable" => {
                self.names.var_types = name;
                read_vars(&mut r, places, &mut self.var_types)?;
            }
            // Below version 50 the JVM ignores frames, and so they need not be kept right.
            b"StackMapTable" if !self.has_frames => return Ok(()),
            b"StackMapTable" => {
                if self.names.frames != 0 {
                    return Err(Error::Duplicate("StackMapTable"));
                }
                self.names.frames = name;
                self.frames = frames::read(&mut r, &self.entry, places)?;
            }
            b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
                // The JVM does not look at these, and old compilers wrote broken ones: no reason to give up.
                match annotations::read(name, data, places) {
                    Ok(table) => self.type_annotations.push(table),
                    Err(_) => self.attributes.push(Attribute {
                        name,
                        data: data.to_vec(),
                    }),
                }
                return Ok(());
            }
            _ => {
                self.attributes.push(Attribute {
                    name,
                    data: data.to_vec(),
                });
                return Ok(());
            }
        }
        r.finish("an attribute of the code")
    }
}

fn handler(r: &mut Reader<'_>, places: &mut Places) -> Result<Handler> {
    Ok(Handler {
        start: places.insn(r.u16()?.into())?,
        end: places.bound(r.u16()?.into())?,
        target: places.insn(r.u16()?.into())?,
        catch_type: r.u16()?,
    })
}

/// Some compilers let a variable's range end inside an instruction; the JVM does not mind.
fn read_vars(r: &mut Reader<'_>, places: &mut Places, out: &mut Vec<LocalVar>) -> Result<()> {
    let rows = r.count(10)?;
    out.reserve_exact(rows);
    for _ in 0..rows {
        let (start, len) = (usize::from(r.u16()?), usize::from(r.u16()?));
        out.push(LocalVar {
            start: places.bound_near(start)?,
            end: places.bound_near(start + len)?,
            name: r.u16()?,
            descriptor: r.u16()?,
            index: r.u16()?,
        });
    }
    Ok(())
}

/// The instructions with their offsets.
fn instructions(bytes: &[u8], places: &mut Places) -> Result<Vec<(usize, Insn)>> {
    // Java code has a little over two bytes to an instruction.
    let mut insns = Vec::with_capacity(bytes.len() / 2 + 1);
    let mut r = Reader::new(bytes);
    while !r.is_empty() {
        let pc = r.pos();
        places.flags[pc] |= START;
        insns.push((pc, instruction(&mut r, places)?));
    }
    places.flags[bytes.len()] |= START;
    places.check()?;
    Ok(insns)
}

#[inline]
fn instruction(r: &mut Reader<'_>, places: &mut Places) -> Result<Insn> {
    let pc = r.pos();
    let op = r.u8()?;
    Ok(match op::form(op) {
        Form::Simple => Insn::Simple(op),
        Form::Bipush => Insn::Bipush(r.u8()? as i8),
        Form::Sipush => Insn::Sipush(r.i16()?),
        Form::Ldc if op == op::LDC => Insn::Ldc {
            op,
            index: r.u8()?.into(),
        },
        Form::Ldc => Insn::Ldc { op, index: r.u16()? },
        Form::Local => Insn::Local {
            op,
            index: r.u8()?.into(),
        },
        Form::Iinc => Insn::Iinc {
            index: r.u8()?.into(),
            delta: (r.u8()? as i8).into(),
        },
        Form::Jump => Insn::Jump {
            op,
            target: places.jump(pc, r.i16()?.into())?,
        },
        Form::WideJump => {
            let op = if op == op::GOTO_W { op::GOTO } else { op::JSR };
            Insn::Jump {
                op,
                target: places.jump(pc, r.i32()?)?,
            }
        }
        Form::TableSwitch => {
            r.bytes(padding(pc))?;
            let default = places.jump(pc, r.i32()?)?;
            let (low, high) = (r.i32()?, r.i32()?);
            let count = i64::from(high) - i64::from(low) + 1;
            if count < 1 || count > (r.remaining() / 4) as i64 {
                return Err(Error::BadInstruction(pc));
            }
            let targets = (0..count)
                .map(|_| places.jump(pc, r.i32()?))
                .collect::<Result<_>>()?;
            Insn::TableSwitch {
                default,
                low,
                targets,
            }
        }
        Form::LookupSwitch => {
            r.bytes(padding(pc))?;
            let default = places.jump(pc, r.i32()?)?;
            let count = r.i32()?;
            if count < 0 || count as usize > r.remaining() / 8 {
                return Err(Error::BadInstruction(pc));
            }
            let pairs = (0..count)
                .map(|_| Ok((r.i32()?, places.jump(pc, r.i32()?)?)))
                .collect::<Result<_>>()?;
            Insn::LookupSwitch { default, pairs }
        }
        Form::Field => Insn::Field { op, index: r.u16()? },
        Form::Invoke => Insn::Invoke { op, index: r.u16()? },
        Form::InvokeInterface => match (r.u16()?, r.u8()?, r.u8()?) {
            (index, count, 0) => Insn::InvokeInterface { index, count },
            _ => return Err(Error::BadInstruction(pc)),
        },
        Form::InvokeDynamic => match (r.u16()?, r.u16()?) {
            (index, 0) => Insn::InvokeDynamic { index },
            _ => return Err(Error::BadInstruction(pc)),
        },
        Form::Type => Insn::Type { op, index: r.u16()? },
        Form::NewArray => Insn::NewArray(r.u8()?),
        Form::MultiNewArray => Insn::MultiNewArray {
            index: r.u16()?,
            dims: r.u8()?,
        },
        Form::Wide => {
            let op = r.u8()?;
            match op::form(op) {
                Form::Local => Insn::Local { op, index: r.u16()? },
                Form::Iinc => Insn::Iinc {
                    index: r.u16()?,
                    delta: r.i16()?,
                },
                _ => return Err(Error::BadOpcode { op, at: pc + 1 }),
            }
        }
        Form::Illegal => return Err(Error::BadOpcode { op, at: pc }),
    })
}

/// The bytes between a switch opcode and its operands, which are aligned to four.
pub(super) fn padding(pc: usize) -> usize {
    3 - pc % 4
}

fn body(insns: Vec<(usize, Insn)>, places: &Places) -> Vec<Node> {
    let labels = places.flags.iter().filter(|&&f| f & REFERRED != 0).count();
    let mut body = Vec::with_capacity(insns.len() + labels);
    for (pc, insn) in insns {
        if places.is_referred(pc) {
            body.push(Node::Label(Label(pc as u32)));
        }
        body.push(Node::Insn(insn));
    }
    if places.is_referred(places.code_len()) {
        body.push(Node::Label(Label(places.code_len() as u32)));
    }
    body
}
