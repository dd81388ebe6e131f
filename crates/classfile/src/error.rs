//! What can be wrong with a class file, or with an edit of one.

use crate::Label;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
pub enum Error {
    #[error("not a class file")]
    BadMagic,
    #[error("unsupported class file version {major}.{minor}")]
    UnsupportedVersion { major: u16, minor: u16 },
    #[error("class file ends too early")]
    Truncated,
    #[error("{0} extra bytes after the end of {1}")]
    TrailingBytes(usize, &'static str),
    #[error("unknown constant pool tag {0}")]
    BadTag(u8),
    #[error("no constant pool entry {0}")]
    BadIndex(u16),
    #[error("constant pool entry {0} is not {1}")]
    WrongConstant(u16, &'static str),
    #[error("constant pool entry {0} has no UTF-8 form")]
    NotUtf8(u16),
    #[error("constant pool is full")]
    PoolFull,
    #[error("string of {0} bytes is too long for a constant")]
    StringTooLong(usize),
    #[error("more than 65535 {0}")]
    TooMany(&'static str),
    #[error("attribute is larger than 4 GB")]
    AttributeTooLarge,
    #[error("malformed descriptor")]
    BadDescriptor,
    #[error("code is {0} bytes long, outside 1..=65535")]
    CodeTooLarge(usize),
    #[error("bad opcode {op} at {at}")]
    BadOpcode { op: u8, at: usize },
    #[error("malformed instruction at {0}")]
    BadInstruction(usize),
    #[error("opcode {0} does not fit its instruction form")]
    WrongForm(u8),
    #[error("no instruction at offset {0}")]
    BadOffset(i64),
    #[error("label {0:?} is not bound")]
    UnboundLabel(Label),
    #[error("label {0:?} is bound twice")]
    LabelTwice(Label),
    #[error("no place for a trampoline within reach of a far jump to {0:?}")]
    JumpTooFar(Label),
    #[error("exception handler covers no instruction")]
    EmptyRange,
    #[error("bad stack map frame")]
    BadFrame,
    #[error("stack map frames need too much memory")]
    FramesTooLarge,
    #[error("two different stack map frames at offset {0}")]
    FrameConflict(u32),
    #[error("malformed type annotation")]
    BadAnnotation,
    #[error("second {0} attribute")]
    Duplicate(&'static str),
}
