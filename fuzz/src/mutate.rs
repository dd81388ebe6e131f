//! Mutations by the form of an input: bytes, lines of words, JSON, class files.
//!
//! What changes a part keeps the rest whole, so that the change gets past what checks the whole. Where an input does not
//! have the form, its bytes are changed.

use raddle_classfile::code::Node;
use raddle_classfile::{ClassFile, Code, Insn, op};
use serde_json::Value;

use crate::Chance;

const NUMBERS: [u64; 12] = [
    0,
    1,
    2,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0xffff,
    0x7fff_ffff,
    0xffff_ffff,
    i64::MAX as u64,
    u64::MAX,
];

/// Changes, adds, takes out or repeats bytes, or takes some of another input.
pub fn bytes(input: &mut Vec<u8>, pool: &[Vec<u8>], chance: &mut Chance) {
    let at = chance.below(input.len() + 1);
    let most = input.len() - at;
    let some = 1 + chance.below(16.min(most.max(1)));
    match chance.below(7) {
        0 if at < input.len() => input[at] ^= 1 << chance.below(8),
        1 if at < input.len() => input[at] = chance.next_u64() as u8,
        2 => {
            let number = chance.one_of(&NUMBERS).copied().unwrap_or(0).to_be_bytes();
            let width = 1 << chance.below(3);
            let number = number[8 - width..].iter();
            for (place, byte) in input[at..].iter_mut().zip(number) {
                *place = *byte;
            }
        }
        3 => input.insert(at, chance.next_u64() as u8),
        4 if most > 0 => drop(input.drain(at..at + some.min(most))),
        5 if most > 0 => {
            let part = input[at..at + some.min(most)].to_vec();
            input.splice(at..at, part);
        }
        _ => {
            let Some(other) = chance.one_of(pool).filter(|other| !other.is_empty()) else {
                return;
            };
            let from = chance.below(other.len());
            let upto = other.len().min(from + 1 + chance.below(64));
            input.splice(at..at, other[from..upto].iter().copied());
        }
    }
}

/// Moves, repeats, takes out and mixes lines, and the words in them; now and then bytes.
pub fn lines(input: &mut Vec<u8>, pool: &[Vec<u8>], chance: &mut Chance) {
    let Ok(text) = str::from_utf8(input) else {
        return bytes(input, pool, chance);
    };
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let at = chance.below(lines.len());
    match chance.below(8) {
        0 => return bytes(input, pool, chance),
        1 if !lines.is_empty() => drop(lines.remove(at)),
        2 if !lines.is_empty() => {
            let line = lines[at].clone();
            lines.insert(chance.below(lines.len() + 1), line);
        }
        3 if !lines.is_empty() => {
            let other = chance.below(lines.len());
            lines.swap(at, other);
        }
        4 => {
            let other = chance.one_of(pool).map_or(&[][..], Vec::as_slice);
            let other: Vec<&str> = str::from_utf8(other)
                .unwrap_or_default()
                .split_inclusive('\n')
                .collect();
            let line = chance
                .one_of(&other)
                .map_or(String::new(), |line| (*line).to_owned());
            lines.insert(at, line);
        }
        _ if !lines.is_empty() => lines[at] = reworded(&lines[at], text, chance),
        _ => {}
    }
    *input = lines.concat().into_bytes();
}

/// A line with one of its words or marks taken from elsewhere in the text, taken out or repeated.
fn reworded(line: &str, text: &str, chance: &mut Chance) -> String {
    let (mut words, all) = (split(line), split(text));
    let at = chance.below(words.len());
    match chance.below(4) {
        0 if !words.is_empty() => drop(words.remove(at)),
        1 if !words.is_empty() => words.insert(at, words[at]),
        _ => {
            let word = chance.one_of(&all).copied().unwrap_or_default();
            match words.get_mut(at) {
                Some(place) => *place = word,
                None => words.push(word),
            }
        }
    }
    words.concat()
}

/// A text in words, and each character between them.
fn split(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(end);
        words.push(word);
        rest = after;
    }
    words
}

/// Changes one value of one line, each being JSON; now and then lines or bytes.
pub fn json(input: &mut Vec<u8>, pool: &[Vec<u8>], chance: &mut Chance) {
    if chance.below(8) == 0 {
        return lines(input, pool, chance);
    }
    let text = String::from_utf8_lossy(input).into_owned();
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let at = chance.below(lines.len());
    let Some(mut value) = lines.get(at).and_then(|line| serde_json::from_str(line).ok()) else {
        return bytes(input, pool, chance);
    };
    let mut nodes = count(&value);
    nodes = chance.below(nodes);
    change(&mut value, &mut nodes, chance);
    let end = if lines[at].ends_with('\n') { "\n" } else { "" };
    lines[at] = format!("{value}{end}");
    *input = lines.concat().into_bytes();
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// Changes the node that comes after so many others.
fn change(value: &mut Value, nodes: &mut usize, chance: &mut Chance) -> bool {
    if *nodes == 0 {
        *value = changed(value, chance);
        return true;
    }
    *nodes -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| change(item, nodes, chance)),
        Value::Object(fields) => fields.values_mut().any(|field| change(field, nodes, chance)),
        _ => false,
    }
}

fn changed(value: &Value, chance: &mut Chance) -> Value {
    let number = chance.one_of(&NUMBERS).copied().unwrap_or(0);
    match (value, chance.below(4)) {
        (_, 0) => [Value::Null, number.into(), "".into(), Value::Array(Vec::new())][chance.below(4)].clone(),
        (Value::Number(_), _) => number.into(),
        (Value::Bool(is), _) => Value::Bool(!is),
        (Value::String(text), _) => {
            let mut bytes = text.clone().into_bytes();
            lines(&mut bytes, &[], chance);
            String::from_utf8_lossy(&bytes).into_owned().into()
        }
        (Value::Array(items), what) => {
            let mut items = items.clone();
            let at = chance.below(items.len());
            match what {
                1 if !items.is_empty() => drop(items.remove(at)),
                2 if !items.is_empty() => items.insert(at, items[at].clone()),
                _ => items.reverse(),
            }
            Value::Array(items)
        }
        (Value::Object(fields), _) => {
            let mut fields = fields.clone();
            let names: Vec<String> = fields.keys().cloned().collect();
            if let Some(name) = chance.one_of(&names) {
                fields.remove(name);
            }
            Value::Object(fields)
        }
        (Value::Null, _) => number.into(),
    }
}

/// Changes an instruction or an operand of a method, or a flag, in a class that stays one; now and then bytes.
pub fn class(input: &mut Vec<u8>, pool: &[Vec<u8>], chance: &mut Chance) {
    if chance.below(6) == 0 {
        return bytes(input, pool, chance);
    }
    match class_changed(input, chance) {
        Some(changed) => *input = changed,
        None => bytes(input, pool, chance),
    }
}

fn class_changed(input: &[u8], chance: &mut Chance) -> Option<Vec<u8>> {
    let mut class = ClassFile::parse(input).ok()?;
    let entries = class.pool.len();
    let at = chance.below(class.methods.len());
    let flag = 1 << chance.below(16);
    match chance.below(12) {
        0 => class.access ^= flag,
        1 => class.methods.get_mut(at)?.access ^= flag,
        2 => {
            let field = chance.below(class.fields.len());
            class.fields.get_mut(field)?.access ^= flag;
        }
        3 => class.major = [45, 49, 50, 51, 52, 55, 61, 65, 69][chance.below(9)],
        _ => {
            let method = class.methods.get(at)?;
            let data = &method.attribute(&class.pool, "Code")?.data;
            let mut code = Code::parse(data, &class.pool, class.shape(method).ok()?).ok()?;
            code_changed(&mut code, entries, chance);
            let data = code.to_attribute_data(&mut class.pool).ok()?;
            let method = class.methods.get_mut(at)?;
            method.attribute_mut(&class.pool, "Code")?.data = data;
        }
    }
    class.to_bytes().ok()
}

fn code_changed(code: &mut Code, entries: u16, chance: &mut Chance) {
    let at = chance.below(code.body.len());
    match chance.below(6) {
        0 if !code.body.is_empty() => drop(code.body.remove(at)),
        1 => {
            let simple = [op::NOP, op::POP, op::DUP, op::ACONST_NULL, op::ICONST_0];
            let simple = simple[chance.below(simple.len())];
            code.body.insert(at, Node::Insn(Insn::Simple(simple)));
        }
        2 if !code.body.is_empty() => {
            let other = chance.below(code.body.len());
            code.body.swap(at, other);
        }
        3 => {
            code.max_stack = code.max_stack.wrapping_add([1, 2, u16::MAX][chance.below(3)]);
        }
        4 => {
            // The same several times: what a method does once it then does in a row.
            let end = code.body.len().min(at + 1 + chance.below(8));
            let insns: Vec<Node> = code.body[at..end]
                .iter()
                .filter(|node| matches!(node, Node::Insn(insn) if insn.targets().next().is_none()))
                .cloned()
                .collect();
            code.body.splice(at..at, insns);
        }
        _ => {
            if let Some(Node::Insn(insn)) = code.body.get_mut(at) {
                operand_changed(insn, entries, chance);
            }
        }
    }
}

fn operand_changed(insn: &mut Insn, entries: u16, chance: &mut Chance) {
    let any = (chance.next_u64() % u64::from(entries.max(1))) as u16;
    match insn {
        Insn::Simple(op) => *op = op.wrapping_add([1, 255, 4][chance.below(3)]),
        Insn::Bipush(value) => *value = chance.next_u64() as i8,
        Insn::Sipush(value) => *value = chance.next_u64() as i16,
        Insn::Local { index, .. } => *index = [0, 1, 2, 3, 255, 256, u16::MAX][chance.below(7)],
        Insn::Iinc { delta, .. } => *delta = [0, 1, -1, 127, 128, i16::MIN][chance.below(6)],
        Insn::NewArray(of) => *of = chance.below(13) as u8,
        Insn::MultiNewArray { dims, .. } => *dims = [0, 1, 2, 255][chance.below(4)],
        Insn::Ldc { index, .. }
        | Insn::Field { index, .. }
        | Insn::Invoke { index, .. }
        | Insn::InvokeInterface { index, .. }
        | Insn::InvokeDynamic { index }
        | Insn::Type { index, .. } => *index = any,
        Insn::Jump { .. } => {}
        Insn::TableSwitch { low, .. } => *low = [i32::MIN, -1, 0, i32::MAX][chance.below(4)],
        Insn::LookupSwitch { pairs, .. } => pairs.reverse(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Mutation = fn(&mut Vec<u8>, &[Vec<u8>], &mut Chance);

    /// So many different inputs a mutation makes of one, and how many of them still have a form.
    fn variety(seed: &[u8], mutation: Mutation, has_form: impl Fn(&[u8]) -> bool) -> (usize, usize) {
        let mut chance = Chance::new(3);
        let pool = [seed.to_vec()];
        let mut made = std::collections::BTreeSet::new();
        for _ in 0..500 {
            let mut input = seed.to_vec();
            mutation(&mut input, &pool, &mut chance);
            made.insert(input);
        }
        let formed = made.iter().filter(|input| has_form(input)).count();
        (made.len(), formed)
    }

    #[test]
    fn all_mutations_bear_nothing_at_all() {
        for mutation in [bytes, lines, json, class] as [Mutation; 4] {
            let mut chance = Chance::new(5);
            for _ in 0..200 {
                mutation(&mut Vec::new(), &[], &mut chance);
            }
        }
    }

    #[test]
    fn json_mostly_stays_json() {
        let seed = br#"{"a":[1,"two",{"b":null}],"c":true,"d":"x y z"}"#;
        let (made, formed) = variety(seed, json, |input| serde_json::from_slice::<Value>(input).is_ok());
        assert!(made > 40 && formed * 2 > made, "{formed} of {made}");
    }

    #[test]
    fn lines_mostly_keep_their_marks() {
        let seed = b"T0|w(x)|1\nT1|r(y)|2\nT0|acq(l)|3\n";
        let (made, formed) = variety(seed, lines, |input| input.contains(&b'|'));
        assert!(made > 100 && formed * 2 > made, "{formed} of {made}");
    }
}
