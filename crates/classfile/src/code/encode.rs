//! From a [`Code`] back to the bytes of a `Code` attribute.

use super::decode::padding;
use super::far;
use super::frames;
use super::layout::{Layout, ldc_op, short_iinc};
use super::{Code, Insn, LocalVar, Node};
use crate::class::put_attribute;
use crate::op;
use crate::reader::Put;
use crate::{ConstantPool, Error, Result};

impl Code {
    /// Encodes the data of a `Code` attribute. New attribute names, and the classes of arguments that a frame
    /// must spell out, are added to the pool.
    pub fn to_attribute_data(&self, pool: &mut ConstantPool) -> Result<Vec<u8>> {
        let layout = Layout::new(&self.body, self.next_label, Vec::new())?;
        if layout.len <= far::REACH {
            return self.write(&layout, pool);
        }
        let (code, layout) = far::settle(self, layout)?;
        code.write(&layout, pool)
    }

    fn write(&self, layout: &Layout, pool: &mut ConstantPool) -> Result<Vec<u8>> {
        let tables = 8 * self.handlers.len() + 4 * self.lines.len() + 10 * self.vars.len();
        let mut out = Vec::with_capacity(layout.len + tables + 8 * self.frames.len() + 64);
        out.put_u16(self.max_stack);
        out.put_u16(self.max_locals);
        out.put_u32(layout.len as u32);
        let news = self.write_instructions(layout, &mut out)?;
        out.put_count(self.handlers.len(), "exception handlers")?;
        for handler in &self.handlers {
            let (start, end) = (layout.insn(handler.start)?, layout.bound(handler.end)?);
            if start >= end {
                return Err(Error::EmptyRange);
            }
            out.put_u16(start);
            out.put_u16(end);
            out.put_u16(layout.insn(handler.target)?);
            out.put_u16(handler.catch_type);
        }
        self.write_attributes(layout, &news, pool, &mut out)?;
        Ok(out)
    }

    /// Also gives the offsets of the `new` instructions.
    fn write_instructions(&self, layout: &Layout, out: &mut Vec<u8>) -> Result<Vec<u16>> {
        let mut news = Vec::new();
        let start = out.len();
        for (i, node) in self.body.iter().enumerate() {
            let Node::Insn(insn) = node else { continue };
            let pc = out.len() - start;
            if matches!(insn, Insn::Type { op: op::NEW, .. }) {
                news.push(pc as u16);
            }
            insn.check()?;
            write_instruction(insn, pc, layout, layout.is_wide(i), out)?;
        }
        Ok(news)
    }

    fn write_attributes(
        &self,
        layout: &Layout,
        news: &[u16],
        pool: &mut ConstantPool,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let count_at = out.len();
        out.put_u16(0);
        let mut count = self.type_annotations.len() + self.attributes.len();
        let mut data = Vec::new();
        // A table that was there and empty stays.
        if !self.lines.is_empty() || self.names.lines != 0 {
            data.put_count(self.lines.len(), "lines")?;
            for entry in &self.lines {
                data.put_u16(layout.insn(entry.at)?);
                data.put_u16(entry.line);
            }
            put_attribute(out, name(pool, self.names.lines, "LineNumberTable")?, &data)?;
            count += 1;
        }
        for (vars, known, text) in [
            (&self.vars, self.names.vars, "LocalVariableTable"),
            (&self.var_types, self.names.var_types, "LocalVariableTypeTable"),
        ] {
            if !vars.is_empty() || known != 0 {
                data.clear();
                write_vars(vars, layout, &mut data)?;
                put_attribute(out, name(pool, known, text)?, &data)?;
                count += 1;
            }
        }
        if !self.frames.is_empty() {
            data.clear();
            let mut writer = frames::Writer {
                layout,
                news,
                descriptor: &self.descriptor,
                pool,
            };
            writer.write(&self.entry, &self.frames, &mut data)?;
            put_attribute(out, name(pool, self.names.frames, "StackMapTable")?, &data)?;
            count += 1;
        }
        for table in &self.type_annotations {
            data.clear();
            table.write(layout, &mut data)?;
            put_attribute(out, table.name, &data)?;
        }
        for attribute in &self.attributes {
            put_attribute(out, attribute.name, &attribute.data)?;
        }
        let count = u16::try_from(count).map_err(|_| Error::TooMany("attributes"))?;
        out[count_at..count_at + 2].copy_from_slice(&count.to_be_bytes());
        Ok(())
    }
}

fn name(pool: &mut ConstantPool, known: u16, text: &str) -> Result<u16> {
    if known != 0 {
        Ok(known)
    } else {
        pool.add_utf8(text)
    }
}

fn write_vars(vars: &[LocalVar], layout: &Layout, out: &mut Vec<u8>) -> Result<()> {
    out.put_count(vars.len(), "local variables")?;
    for var in vars {
        let (start, end) = (layout.bound(var.start)?, layout.bound(var.end)?);
        out.put_u16(start);
        out.put_u16(end.checked_sub(start).ok_or(Error::EmptyRange)?);
        out.put_u16(var.name);
        out.put_u16(var.descriptor);
        out.put_u16(var.index);
    }
    Ok(())
}

#[inline]
fn write_instruction(insn: &Insn, pc: usize, layout: &Layout, wide: bool, out: &mut Vec<u8>) -> Result<()> {
    match *insn {
        Insn::Simple(op) => out.put_u8(op),
        Insn::Bipush(value) => out.extend_from_slice(&[op::BIPUSH, value as u8]),
        Insn::Sipush(value) => put_op_u16(out, op::SIPUSH, value as u16),
        Insn::Ldc { op, index } => match ldc_op(op, index) {
            op::LDC => out.extend_from_slice(&[op, index as u8]),
            op => put_op_u16(out, op, index),
        },
        Insn::Local { op, index } => match u8::try_from(index) {
            Ok(index) => out.extend_from_slice(&[op, index]),
            Err(_) => {
                out.put_u8(op::WIDE);
                put_op_u16(out, op, index);
            }
        },
        Insn::Iinc { index, delta } => match short_iinc(index, delta) {
            Some((index, delta)) => out.extend_from_slice(&[op::IINC, index, delta as u8]),
            None => {
                out.put_u8(op::WIDE);
                put_op_u16(out, op::IINC, index);
                out.put_u16(delta as u16);
            }
        },
        Insn::Jump { op, target } => {
            let distance = layout.distance(pc, target)?;
            if wide {
                out.put_u8(if op == op::GOTO { op::GOTO_W } else { op::JSR_W });
                out.put_u32(distance as u32);
            } else {
                let short = i16::try_from(distance).map_err(|_| Error::JumpTooFar(target))?;
                put_op_u16(out, op, short as u16);
            }
        }
        Insn::TableSwitch {
            default,
            low,
            ref targets,
        } => {
            out.put_u8(op::TABLESWITCH);
            out.extend_from_slice(&[0; 3][..padding(pc)]);
            out.put_u32(layout.distance(pc, default)? as u32);
            let high = i64::from(low) + targets.len() as i64 - 1;
            let high = i32::try_from(high)
                .ok()
                .filter(|&high| low <= high)
                .ok_or(Error::BadInstruction(pc))?;
            out.put_u32(low as u32);
            out.put_u32(high as u32);
            for &target in targets {
                out.put_u32(layout.distance(pc, target)? as u32);
            }
        }
        Insn::LookupSwitch { default, ref pairs } => {
            out.put_u8(op::LOOKUPSWITCH);
            out.extend_from_slice(&[0; 3][..padding(pc)]);
            out.put_u32(layout.distance(pc, default)? as u32);
            out.put_u32(pairs.len() as u32);
            for &(value, target) in pairs {
                out.put_u32(value as u32);
                out.put_u32(layout.distance(pc, target)? as u32);
            }
        }
        Insn::Field { op, index } | Insn::Invoke { op, index } | Insn::Type { op, index } => {
            put_op_u16(out, op, index);
        }
        Insn::InvokeInterface { index, count } => {
            put_op_u16(out, op::INVOKEINTERFACE, index);
            out.extend_from_slice(&[count, 0]);
        }
        Insn::InvokeDynamic { index } => {
            put_op_u16(out, op::INVOKEDYNAMIC, index);
            out.put_u16(0);
        }
        Insn::NewArray(ty) => out.extend_from_slice(&[op::NEWARRAY, ty]),
        Insn::MultiNewArray { index, dims } => {
            put_op_u16(out, op::MULTIANEWARRAY, index);
            out.put_u8(dims);
        }
    }
    Ok(())
}

#[inline]
fn put_op_u16(out: &mut Vec<u8>, op: u8, v: u16) {
    let [a, b] = v.to_be_bytes();
    out.extend_from_slice(&[op, a, b]);
}
