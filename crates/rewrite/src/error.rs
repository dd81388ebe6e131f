//! Why a class, or one method of it, is left as it was.

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error(transparent)]
    Class(#[from] raddle_classfile::Error),
    #[error("more local variables than a method can have")]
    TooManyLocals,
    #[error("operand stack deeper than a method can have")]
    StackTooDeep,
    #[error("more fields than a class can have")]
    TooManyFields,
    #[error("already rewritten")]
    Twice,
}

impl Error {
    /// Whether fewer additions to the class might do.
    pub(crate) fn is_lack_of_room(&self) -> bool {
        matches!(
            self,
            Error::TooManyFields | Error::Class(raddle_classfile::Error::PoolFull)
        )
    }
}
