//! Calls of the JDK that access arrays of the program on its behalf: which arguments, which elements.
//!
//! A table by meaning, since the overloads for every element type follow one pattern. Calls that may
//! access fewer elements than they are given room for (`InputStream.read`, `List.toArray`) are not here.

use raddle_classfile::descriptor::{self, Type};
use raddle_events::Op;

use Op::{Read, Write};

/// An access of elements of an array that is passed as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// The argument; the receiver, where there is one, is not counted.
    pub array: usize,
    pub op: Op,
    pub range: Range,
}

/// Which elements, by the arguments that say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Range {
    All,
    /// The first so many.
    First(usize),
    /// The one at this index.
    One(usize),
    FromTo(usize, usize),
    /// So many from here on.
    FromLength(usize, usize),
    /// From the first on, as many as there are between the other two.
    FromSpan(usize, usize, usize),
}

const fn effect(array: usize, op: Op, range: Range) -> Effect {
    Effect { array, op, range }
}

/// What the call of a method does to the arrays among its arguments.
pub(crate) fn effects(owner: &str, name: &str, descriptor: &str) -> Vec<Effect> {
    let Ok(types) = descriptor::params(descriptor).collect::<Result<Vec<_>, _>>() else {
        return Vec::new();
    };
    match owner {
        "java/lang/System" if name == "arraycopy" => vec![
            effect(0, Read, Range::FromLength(1, 4)),
            effect(2, Write, Range::FromLength(3, 4)),
        ],
        "java/lang/reflect/Array" if types.get(1) == Some(&Type::Int) => {
            let one = |op| vec![effect(0, op, Range::One(1))];
            match name {
                _ if name.starts_with("get") => one(Read),
                _ if name.starts_with("set") => one(Write),
                _ => Vec::new(),
            }
        }
        "java/util/Arrays" => arrays(name, &types),
        "java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer" if name == "getChars" => {
            vec![effect(2, Write, Range::FromSpan(3, 0, 1))]
        }
        "java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer" => read_slice(&types),
        "java/util/Random" | "java/util/SplittableRandom" if name == "nextBytes" => {
            vec![effect(0, Write, Range::All)]
        }
        _ if owner.starts_with("java/nio/") && owner.ends_with("Buffer") => match name {
            "put" => read_slice(&types),
            "get" => write_slice(&types),
            _ => Vec::new(),
        },
        _ if name == "write" && owner.starts_with("java/io/") => read_slice(&types),
        "java/security/MessageDigest" | "java/security/Signature" if name == "update" => read_slice(&types),
        _ => Vec::new(),
    }
}

/// The first array, or as much of it as the two ints behind it say: where, and how many.
fn read_slice(types: &[Type<'_>]) -> Vec<Effect> {
    slice(types, Read)
}

fn write_slice(types: &[Type<'_>]) -> Vec<Effect> {
    slice(types, Write)
}

fn slice(types: &[Type<'_>], op: Op) -> Vec<Effect> {
    let Some(at) = types.iter().position(is_primitive_array) else {
        return Vec::new();
    };
    let sliced = types.get(at + 1..at + 3) == Some(&[Type::Int, Type::Int]);
    let range = if sliced {
        Range::FromLength(at + 1, at + 2)
    } else {
        Range::All
    };
    vec![effect(at, op, range)]
}

fn is_primitive_array(ty: &Type<'_>) -> bool {
    matches!(ty, Type::Array(array) if array.len() == 2)
}

fn arrays(name: &str, types: &[Type<'_>]) -> Vec<Effect> {
    let is_array = |at: usize| matches!(types.get(at), Some(Type::Array(_)));
    if !is_array(0) {
        return Vec::new();
    }
    let ranged = types.get(1..3) == Some(&[Type::Int, Type::Int]);
    let part = |shortest: usize| {
        if ranged && types.len() >= shortest {
            Range::FromTo(1, 2)
        } else {
            Range::All
        }
    };
    match name {
        "fill" | "parallelPrefix" => vec![effect(0, Write, part(4))],
        "sort" | "parallelSort" => vec![effect(0, Write, part(3))],
        "setAll" | "parallelSetAll" => vec![effect(0, Write, Range::All)],
        "copyOf" => vec![effect(0, Read, Range::First(1))],
        "copyOfRange" | "stream" | "spliterator" => vec![effect(0, Read, part(3))],
        "binarySearch" => vec![effect(0, Read, part(4))],
        "hashCode" | "toString" | "deepHashCode" | "deepToString" => vec![effect(0, Read, Range::All)],
        "equals" | "deepEquals" | "compare" | "compareUnsigned" | "mismatch" if is_array(1) => {
            vec![effect(0, Read, Range::All), effect(1, Read, Range::All)]
        }
        "equals" | "compare" | "compareUnsigned" | "mismatch" if is_array(3) => vec![
            effect(0, Read, Range::FromTo(1, 2)),
            effect(3, Read, Range::FromTo(4, 5)),
        ],
        _ => Vec::new(),
    }
}

/// Classes of the JDK whose accesses of array elements are those of the program.
pub(crate) fn is_view_of_array(class: &str) -> bool {
    class == "java/util/Arrays$ArrayList"
        || class.starts_with("java/nio/Heap") && class.ends_with("Buffer")
        || class.starts_with("java/lang/invoke/VarHandle") && class.ends_with("$Array")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_and_slices() {
        let copy = effects(
            "java/lang/System",
            "arraycopy",
            "(Ljava/lang/Object;ILjava/lang/Object;II)V",
        );
        assert_eq!(copy.len(), 2);
        assert_eq!(copy[1], effect(2, Write, Range::FromLength(3, 4)));
        let string = |descriptor| effects("java/lang/String", "<init>", descriptor);
        assert_eq!(string("([C)V"), [effect(0, Read, Range::All)]);
        assert_eq!(
            string("([BIILjava/nio/charset/Charset;)V"),
            [effect(0, Read, Range::FromLength(1, 2))]
        );
        assert_eq!(string("(Ljava/lang/String;)V"), []);
        assert_eq!(
            effects(
                "java/lang/String",
                "format",
                "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;"
            ),
            []
        );
    }

    #[test]
    fn the_methods_of_arrays() {
        let ask = |name, descriptor| effects("java/util/Arrays", name, descriptor);
        assert_eq!(ask("fill", "([II)V"), [effect(0, Write, Range::All)]);
        assert_eq!(ask("fill", "([IIII)V"), [effect(0, Write, Range::FromTo(1, 2))]);
        assert_eq!(ask("sort", "([III)V"), [effect(0, Write, Range::FromTo(1, 2))]);
        assert_eq!(ask("copyOf", "([JI)[J"), [effect(0, Read, Range::First(1))]);
        assert_eq!(ask("equals", "([III[III)Z").len(), 2);
        assert_eq!(ask("asList", "([Ljava/lang/Object;)Ljava/util/List;"), []);
        assert_eq!(ask("binarySearch", "([II)I"), [effect(0, Read, Range::All)]);
    }
}
