//! Jumps beyond ±32 KB.
//!
//! `goto` and `jsr` take their long form. A conditional jump has none: it goes to a trampoline, a `goto` to
//! its target that stands where nothing falls into it, behind an instruction that ends the flow. The state
//! at the trampoline is that at the target, so a copy of the target's frame does and no type is computed.
//! The verifier holds that frame against every exception handler that covers the trampoline, so these must
//! cover the target too.
//!
//! Each round makes the code longer and code has a longest length, so the rounds end.

use std::borrow::Cow;

use super::layout::{Layout, size};
use super::{Code, Handler, Insn, Label, Node};
use crate::op;
use crate::{Error, Result};

/// The longest distance a two-byte offset can hold.
pub(super) const REACH: usize = 32767;
/// A trampoline is put a little nearer than that: it moves the jump, and later ones move it.
const NEAR: usize = REACH - 64;

struct FarJump {
    pc: usize,
    target: Label,
}

pub(super) fn settle(code: &Code, first: Layout) -> Result<(Cow<'_, Code>, Layout)> {
    let mut code = Cow::Borrowed(code);
    let mut layout = first;
    layout.wide = vec![false; code.body.len()];
    loop {
        let (widened, far) = examine(&code.body, &mut layout)?;
        if let Some(jump) = far.filter(|_| !widened) {
            add_trampoline(code.to_mut(), &mut layout, &jump)?;
        } else if !widened {
            return Ok((code, layout));
        }
        layout = Layout::new(&code.body, code.next_label, layout.wide)?;
    }
}

/// Widens what can be widened, and finds the first jump that cannot.
fn examine(body: &[Node], layout: &mut Layout) -> Result<(bool, Option<FarJump>)> {
    let (mut widen, mut far) = (Vec::new(), None);
    for (i, pc, insn) in instructions(body, &layout.wide) {
        let Insn::Jump { op, target } = *insn else {
            continue;
        };
        if layout.wide[i] || i16::try_from(layout.distance(pc, target)?).is_ok() {
            continue;
        }
        if matches!(op, op::GOTO | op::JSR) {
            widen.push(i);
        } else if far.is_none() {
            far = Some(FarJump { pc, target });
        }
    }
    for &i in &widen {
        layout.wide[i] = true;
    }
    Ok((!widen.is_empty(), far))
}

/// Every instruction with its node number and offset.
fn instructions<'a>(body: &'a [Node], wide: &'a [bool]) -> impl Iterator<Item = (usize, usize, &'a Insn)> {
    let mut pc = 0;
    body.iter().enumerate().filter_map(move |(i, node)| match node {
        Node::Label(_) => None,
        Node::Insn(insn) => {
            let at = pc;
            pc += size(insn, pc, wide[i]);
            Some((i, at, insn))
        }
    })
}

/// Puts a trampoline as near as can be to the jump, and sends all jumps to it that need one and reach it.
fn add_trampoline(code: &mut Code, layout: &mut Layout, jump: &FarJump) -> Result<()> {
    let (node, at) = find_gap(code, layout, jump)?.ok_or(Error::JumpTooFar(jump.target))?;
    let target_at = layout.insn(jump.target)?;
    let far: Vec<usize> = instructions(&code.body, &layout.wide)
        .filter(|&(_, pc, insn)| match *insn {
            Insn::Jump { op, target } => {
                target == jump.target
                    && !matches!(op, op::GOTO | op::JSR)
                    && pc.abs_diff(target_at.into()) > REACH
                    && pc.abs_diff(at) <= NEAR
            }
            _ => false,
        })
        .map(|(i, ..)| i)
        .collect();

    let trampoline = code.new_label();
    for i in far {
        if let Node::Insn(Insn::Jump { target, .. }) = &mut code.body[i] {
            *target = trampoline;
        }
    }
    // Ranges that end here must not take the trampoline in.
    let range_end = code.new_label();
    for handler in &mut code.handlers {
        if usize::from(layout.bound(handler.end)?) == at {
            handler.end = range_end;
        }
    }
    let goto = Insn::Jump {
        op: op::GOTO,
        target: jump.target,
    };
    let nodes = [Node::Label(range_end), Node::Label(trampoline), Node::Insn(goto)];
    layout.wide.splice(node..node, nodes.iter().map(|_| false));
    code.body.splice(node..node, nodes);
    let frame = code
        .frames
        .iter()
        .find(|(label, _)| layout.bound(*label) == Ok(target_at));
    if let Some((_, frame)) = frame {
        let frame = frame.clone();
        code.frames.push((trampoline, frame));
    }
    Ok(())
}

/// The node before which a trampoline can go, and the offset there.
fn find_gap(code: &Code, layout: &Layout, jump: &FarJump) -> Result<Option<(usize, usize)>> {
    let ranges = code
        .handlers
        .iter()
        .map(|h| range(h, layout))
        .collect::<Result<Vec<_>>>()?;
    let target = usize::from(layout.insn(jump.target)?);
    // The handlers that the trampoline may not be covered by.
    let foreign = |at: usize| {
        ranges
            .iter()
            .any(|&(start, end)| start < at && at < end && !(start <= target && target < end))
    };
    Ok(instructions(&code.body, &layout.wide)
        .filter(|(_, _, insn)| insn.ends_flow())
        .map(|(i, pc, insn)| (i + 1, pc + size(insn, pc, layout.wide[i])))
        .filter(|&(_, at)| at.abs_diff(jump.pc) <= NEAR && !foreign(at))
        .min_by_key(|&(_, at)| at.abs_diff(jump.pc)))
}

fn range(handler: &Handler, layout: &Layout) -> Result<(usize, usize)> {
    Ok((
        layout.bound(handler.start)?.into(),
        layout.bound(handler.end)?.into(),
    ))
}
