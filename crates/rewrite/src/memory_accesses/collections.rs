//! Classes of the JDK that are not thread-safe, seen as variables. `Vector` and `Hashtable` are among them, since their
//! iterators are not: those read without the lock, unless the program holds it.
//!
//! Such an object has one variable for what it contains, its collection pseudo-field: the shape of a map, the length of a list, the
//! characters of a builder. The JDK's own fields tell when that is read or written: [`FIELDS`] names, for
//! each class, fields that every reading method reads and fields that every method which changes the
//! shape writes. A method that does neither, such as one that only stores into an array, is in
//! [`METHODS`]. What an entry or a node holds is a variable of its own ([`PARTS`]): to replace the values
//! of two keys that are there already is no conflict.
//!
//! Fields that only cache (`keySet`, `entrySet`, hash codes) are in no table: the JDK sets them by races
//! that are meant and harmless.

use raddle_events::runtime::ElementsCode;
use raddle_events::{Op, is_jdk_class};

use Op::{Read, Write};

/// The part of an object that stands for all of it.
pub(crate) const CONTENTS: &str = "contents";
/// What a list has for the words of its elements; until it has those, for its last reads.
const ELEMENT_FIELDS: &[(&str, &str)] = &[
    ("$raddle$elements", "Ljava/lang/RaddleShadow;"),
    ("$raddle$readBy", "J"),
    ("$raddle$read", "J"),
];

/// The fields of one class that stand for its collection pseudo-field.
struct Fields {
    /// As instructions name the owner of the field.
    owner: &'static str,
    /// The class that has the words: the owner, or one above it.
    words: &'static str,
    read: &'static [&'static str],
    written: &'static [&'static str],
}

const fn fields(
    owner: &'static str,
    words: &'static str,
    read: &'static [&'static str],
    written: &'static [&'static str],
) -> Fields {
    Fields {
        owner,
        words,
        read,
        written,
    }
}

const fn own(owner: &'static str, read: &'static [&'static str], written: &'static [&'static str]) -> Fields {
    fields(owner, owner, read, written)
}

const BUFFER: &str = "java/nio/Buffer";
const BUILDER: &str = "java/lang/AbstractStringBuilder";
const CALENDAR: &str = "java/util/Calendar";
const HASH_MAP: &str = "java/util/HashMap";

const FIELDS: &[Fields] = &[
    own("java/util/ArrayList", &["size"], &["modCount"]),
    own(
        "java/util/LinkedList",
        &["first", "last", "size", "modCount"],
        &["modCount"],
    ),
    own(
        "java/util/ArrayDeque",
        &["head", "tail", "elements"],
        &["head", "tail"],
    ),
    own("java/util/PriorityQueue", &["size", "queue"], &["modCount"]),
    own(HASH_MAP, &["table", "size", "modCount"], &["modCount"]),
    fields(
        "java/util/LinkedHashMap",
        HASH_MAP,
        &["head", "tail", "table", "size", "modCount"],
        &["modCount"],
    ),
    own("java/util/TreeMap", &["root", "size", "modCount"], &["modCount"]),
    own(
        "java/util/IdentityHashMap",
        &["table", "size", "modCount"],
        &["modCount"],
    ),
    own(
        "java/util/WeakHashMap",
        &["table", "size", "modCount"],
        &["modCount"],
    ),
    own("java/util/Vector", &["elementCount", "modCount"], &["modCount"]),
    own(
        "java/util/Hashtable",
        &["table", "count", "modCount"],
        &["modCount"],
    ),
    own("java/util/EnumMap", &["vals", "size"], &["size"]),
    own("java/util/RegularEnumSet", &["elements"], &["elements"]),
    own("java/util/JumboEnumSet", &["elements", "size"], &["size"]),
    own("java/util/BitSet", &["wordsInUse"], &[]),
    own(BUILDER, &["count"], &["count"]),
    fields("java/lang/StringBuilder", BUILDER, &["count"], &["count"]),
    own(
        CALENDAR,
        &["isTimeSet", "areFieldsSet"],
        &["isTimeSet", "areFieldsSet", "time"],
    ),
    fields(
        "java/util/GregorianCalendar",
        CALENDAR,
        &["isTimeSet", "areFieldsSet"],
        &["isTimeSet", "areFieldsSet", "time"],
    ),
    own("java/util/SplittableRandom", &["seed"], &["seed"]),
    own(
        "java/util/StringTokenizer",
        &["currentPosition"],
        &["currentPosition"],
    ),
    own("java/util/StringJoiner", &["size"], &["size"]),
    own("java/util/regex/Matcher", &["first"], &["first"]),
    own(BUFFER, &["position", "limit"], &["position", "limit"]),
];

/// Methods that read or write the collection pseudo-field of their object and show it in no field.
const METHODS: &[(&str, &[&str], Op)] = &[
    // They copy the object as a whole, which is no access of a field.
    ("java/util/ArrayList", &["clone"], Read),
    ("java/util/LinkedList", &["clone"], Read),
    ("java/util/ArrayDeque", &["clone"], Read),
    ("java/util/TreeMap", &["clone"], Read),
    (HASH_MAP, &["clone"], Read),
    // They store into an array.
    (
        "java/util/BitSet",
        &["set", "clear", "flip", "and", "or", "xor", "andNot"],
        Write,
    ),
    (
        BUILDER,
        &[
            "setCharAt",
            "reverse",
            "insert",
            "delete",
            "deleteCharAt",
            "replace",
        ],
        Write,
    ),
    // What they write is in other objects of their own.
    (
        "java/text/SimpleDateFormat",
        &["format", "parse", "applyPattern", "applyLocalizedPattern"],
        Write,
    ),
    ("java/text/SimpleDateFormat", &["toPattern"], Read),
    ("java/text/DecimalFormat", &["format", "parse"], Write),
];

/// Fields that are variables of their own, each with the class that has its words.
const PARTS: &[(&str, &str, &str)] = &[
    ("java/util/HashMap$Node", "value", "java/util/HashMap$Node"),
    ("java/util/HashMap$TreeNode", "value", "java/util/HashMap$Node"),
    ("java/util/LinkedHashMap$Entry", "value", "java/util/HashMap$Node"),
    ("java/util/TreeMap$Entry", "value", "java/util/TreeMap$Entry"),
    (
        "java/util/WeakHashMap$Entry",
        "value",
        "java/util/WeakHashMap$Entry",
    ),
    ("java/util/LinkedList$Node", "item", "java/util/LinkedList$Node"),
];

const LIST: &str = "java/util/ArrayList";

/// Methods that access one element of a list, whose index they take first.
const ELEMENT_METHODS: &[(&str, &str, Op)] = &[
    (LIST, "get", Read),
    (LIST, "set", Write),
    ("java/util/ArrayList$SubList", "get", Read),
    ("java/util/ArrayList$SubList", "set", Write),
];

/// Methods that read these elements of their list for certain, and run no code of the program before.
const LIST_READERS: &[(&str, &str, &str, ElementsCode)] = &[
    (LIST, "toArray", "()[Ljava/lang/Object;", ElementsCode::All),
    (
        LIST,
        "toArray",
        "([Ljava/lang/Object;)[Ljava/lang/Object;",
        ElementsCode::All,
    ),
    (LIST, "clone", "()Ljava/lang/Object;", ElementsCode::All),
    (LIST, "getFirst", "()Ljava/lang/Object;", ElementsCode::First),
    (LIST, "getLast", "()Ljava/lang/Object;", ElementsCode::Last),
    (
        "java/util/ArrayList$Itr",
        "next",
        "()Ljava/lang/Object;",
        ElementsCode::Next,
    ),
    (
        "java/util/ArrayList$ListItr",
        "previous",
        "()Ljava/lang/Object;",
        ElementsCode::Previous,
    ),
];

/// Methods that the JVM or the JDK runs in between, for itself: what they do to objects is not reported as of the
/// program's call that happens to be under way. Static initialisers are of this kind too: all uses of what they made
/// come after them, by an order that bytecode does not show.
const INTERNAL: &[(&str, &[&str])] = &[
    ("java/lang/ClassLoader", &["loadClass"]),
    (
        "jdk/internal/loader/BuiltinClassLoader",
        &["loadClass", "findResource", "findResources"],
    ),
    ("java/net/URLClassLoader", &["findClass", "findResource"]),
    (
        "java/lang/invoke/MethodHandleNatives",
        &[
            "linkCallSite",
            "linkMethod",
            "linkDynamicConstant",
            "linkMethodHandleConstant",
            "findMethodHandleType",
        ],
    ),
];

/// Whether a method of the JDK works for itself.
pub(crate) fn is_internal(class: &str, method: &str) -> bool {
    let listed = |&(c, methods): &(&str, &[&str])| c == class && methods.contains(&method);
    method == "<clinit>" || INTERNAL.iter().any(listed)
}

/// A variable that a field or a method stands for: the class that has its words, and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub owner: &'static str,
    pub name: &'static str,
}

/// What an access of a field of the JDK means.
pub(crate) fn field(owner: &str, name: &str, op: Op) -> Option<Part> {
    if !is_jdk_class(owner) {
        return None;
    }
    if let Some(&(_, name, owner)) = PARTS.iter().find(|&&(o, n, _)| o == owner && n == name) {
        return Some(Part { owner, name });
    }
    let known = FIELDS.iter().find(|f| f.owner == owner)?;
    let fields = match op {
        Read => known.read,
        Write => known.written,
    };
    fields.contains(&name).then_some(Part {
        owner: known.words,
        name: CONTENTS,
    })
}

/// What a method of the JDK does to the collection pseudo-field of its object.
pub(crate) fn method(class: &str, name: &str) -> Option<(Part, Op)> {
    let &(_, _, op) = METHODS
        .iter()
        .find(|(c, names, _)| *c == class && names.contains(&name))?;
    let owner = METHODS.iter().find(|(c, ..)| *c == class)?.0;
    Some((
        Part {
            owner,
            name: CONTENTS,
        },
        op,
    ))
}

const ELEMENTS_OF_LIST: Part = Part {
    owner: LIST,
    name: CONTENTS,
};

/// Whether a method of the JDK accesses the element of a list whose index it takes first.
pub(crate) fn list_method(class: &str, name: &str, descriptor: &str) -> Option<(Part, Op)> {
    let &(.., op) = ELEMENT_METHODS
        .iter()
        .find(|&&(c, n, _)| c == class && n == name)?;
    descriptor.starts_with("(I").then_some((ELEMENTS_OF_LIST, op))
}

/// Which elements of a list a method of the JDK reads.
pub(crate) fn list_reader(class: &str, name: &str, descriptor: &str) -> Option<(Part, ElementsCode)> {
    let &(.., elements) = LIST_READERS
        .iter()
        .find(|&&(c, n, d, _)| c == class && n == name && d == descriptor)?;
    Some((ELEMENTS_OF_LIST, elements))
}

/// The parts whose words a class has.
pub(crate) fn parts_of(class: &str) -> impl Iterator<Item = &'static str> {
    let whole = FIELDS.iter().any(|f| f.words == class) || METHODS.iter().any(|&(c, ..)| c == class);
    let parts = PARTS
        .iter()
        .filter(move |&&(owner, _, words)| owner == class && words == class);
    whole
        .then_some(CONTENTS)
        .into_iter()
        .chain(parts.map(|&(_, name, _)| name))
}

/// The fields with their types that a class has for the words of its elements.
pub(crate) fn element_fields(class: &str) -> &'static [(&'static str, &'static str)] {
    match class == LIST {
        true => ELEMENT_FIELDS,
        false => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stand_for_contents_or_for_themselves() {
        let contents = |owner| {
            Some(Part {
                owner,
                name: CONTENTS,
            })
        };
        assert_eq!(field("java/util/HashMap", "table", Read), contents(HASH_MAP));
        assert_eq!(field("java/util/HashMap", "table", Write), None);
        assert_eq!(
            field("java/util/LinkedHashMap", "modCount", Write),
            contents(HASH_MAP)
        );
        assert_eq!(field("java/util/HashMap", "keySet", Write), None);
        let value = field("java/util/LinkedHashMap$Entry", "value", Write).unwrap();
        assert_eq!((value.owner, value.name), ("java/util/HashMap$Node", "value"));
        assert_eq!(field("HashMap", "table", Read), None);
    }

    #[test]
    fn every_part_that_is_accessed_has_its_words() {
        for f in FIELDS {
            assert!(parts_of(f.words).any(|p| p == CONTENTS), "{}", f.words);
        }
        for &(_, name, words) in PARTS {
            assert!(parts_of(words).any(|p| p == name), "{words}.{name}");
        }
        assert_eq!(parts_of("java/util/concurrent/ConcurrentHashMap").count(), 0);
    }

    #[test]
    fn methods_and_lists() {
        let (part, op) = method("java/util/BitSet", "set").unwrap();
        assert_eq!((part.owner, op), ("java/util/BitSet", Write));
        assert!(method("java/util/BitSet", "get").is_none());
        assert!(
            list_method(
                "java/util/ArrayList",
                "set",
                "(ILjava/lang/Object;)Ljava/lang/Object;"
            )
            .is_some()
        );
        assert!(list_method("java/util/ArrayList", "get", "()V").is_none());
        let next = list_reader("java/util/ArrayList$Itr", "next", "()Ljava/lang/Object;");
        assert_eq!(next, Some((ELEMENTS_OF_LIST, ElementsCode::Next)));
    }
}
