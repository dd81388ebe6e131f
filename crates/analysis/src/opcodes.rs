//! The opcodes of undecoded code. Most methods are of no interest, and decoding those would be the bulk of the
//! work.

use raddle_classfile::op;

/// The bytecode inside a raw `Code` attribute.
pub fn bytecode(attribute: &[u8]) -> Option<&[u8]> {
    let length = u32::from_be_bytes(attribute.get(4..8)?.try_into().ok()?);
    attribute.get(8..)?.get(..usize::try_from(length).ok()?)
}

/// The opcodes of raw bytecode, each with the two bytes after it (a pool index, where it has one). Ends
/// early where the code is malformed: decoding it, or the JVM, will say so.
pub struct Opcodes<'a> {
    code: &'a [u8],
    at: usize,
}

impl<'a> Opcodes<'a> {
    pub fn new(code: &'a [u8]) -> Self {
        Opcodes { code, at: 0 }
    }

    fn word(&self, at: usize) -> Option<i32> {
        Some(i32::from_be_bytes(
            self.code.get(at..at.checked_add(4)?)?.try_into().ok()?,
        ))
    }

    /// The length of an instruction whose length is not its opcode's alone.
    fn odd_length(&self, op: u8) -> Option<usize> {
        let aligned = (self.at & !3) + 4;
        let end = match op {
            op::WIDE if *self.code.get(self.at + 1)? == op::IINC => self.at + 6,
            op::WIDE => self.at + 4,
            op::TABLESWITCH => {
                let (low, high) = (self.word(aligned + 4)?, self.word(aligned + 8)?);
                let rows = i64::from(high) - i64::from(low) + 1;
                aligned + 12 + usize::try_from(rows).ok()?.checked_mul(4)?
            }
            op::LOOKUPSWITCH => {
                let rows = usize::try_from(self.word(aligned + 4)?).ok()?;
                aligned + 8 + rows.checked_mul(8)?
            }
            _ => return None,
        };
        Some(end - self.at)
    }
}

impl Iterator for Opcodes<'_> {
    type Item = (u8, u16);

    fn next(&mut self) -> Option<(u8, u16)> {
        let op = *self.code.get(self.at)?;
        let operand = match self.code.get(self.at + 1..self.at + 3) {
            Some(&[a, b]) => u16::from_be_bytes([a, b]),
            _ => 0,
        };
        self.at = self.at.checked_add(match LENGTHS[usize::from(op)] {
            0 => self.odd_length(op)?,
            n => usize::from(n),
        })?;
        Some((op, operand))
    }
}

/// Zero: depends on the operands, or no opcode at all.
static LENGTHS: [u8; 256] = {
    let mut lengths = [0; 256];
    let mut op = 0;
    while op < 256 {
        lengths[op] = length(op as u8);
        op += 1;
    }
    lengths
};

const fn length(op: u8) -> u8 {
    match op {
        op::TABLESWITCH | op::LOOKUPSWITCH | op::WIDE => 0,
        op::BIPUSH | op::LDC | op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE | op::RET | op::NEWARRAY => 2,
        op::SIPUSH | op::LDC_W | op::LDC2_W | op::IINC | op::IFEQ..=op::JSR | op::IFNULL | op::IFNONNULL => 3,
        op::GETSTATIC..=op::INVOKESTATIC => 3,
        op::NEW | op::ANEWARRAY | op::CHECKCAST | op::INSTANCEOF => 3,
        op::MULTIANEWARRAY => 4,
        op::INVOKEINTERFACE | op::INVOKEDYNAMIC | op::GOTO_W | op::JSR_W => 5,
        0..=op::JSR_W => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_and_wide_are_stepped_over() {
        let mut code = vec![op::NOP, op::TABLESWITCH, 0, 0];
        for word in [0, 1, 2, 40, 44] {
            code.extend_from_slice(&i32::to_be_bytes(word));
        }
        code.extend([op::LOOKUPSWITCH, 0, 0, 0]);
        for word in [0, 1, 7, 40] {
            code.extend_from_slice(&i32::to_be_bytes(word));
        }
        code.extend([
            op::WIDE,
            op::IINC,
            1,
            0,
            0,
            1,
            op::WIDE,
            op::ILOAD,
            1,
            0,
            op::GETFIELD,
            1,
            2,
            op::RETURN,
        ]);
        let seen: Vec<_> = Opcodes::new(&code).map(|(op, _)| op).collect();
        let want = [
            op::NOP,
            op::TABLESWITCH,
            op::LOOKUPSWITCH,
            op::WIDE,
            op::WIDE,
            op::GETFIELD,
            op::RETURN,
        ];
        assert_eq!(seen, want);
        assert_eq!(
            Opcodes::new(&code).find(|s| s.0 == op::GETFIELD),
            Some((op::GETFIELD, 0x0102))
        );
    }

    #[test]
    fn malformed_code_ends_the_scan() {
        for code in [
            &[op::TABLESWITCH][..],
            &[op::WIDE],
            &[255, 0, 0],
            &[op::TABLESWITCH; 40],
        ] {
            assert!(Opcodes::new(code).count() <= code.len());
        }
    }
}
