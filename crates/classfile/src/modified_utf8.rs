//! The strings of class files and of the JVM's interfaces: UTF-8, but NUL is two bytes, and a character beyond
//! U+FFFF is a pair of surrogates of three bytes each (JVMS 4.4.7). Half a pair is no character of Rust's; it is
//! shown as Java would write it, `\\ud83d`.

/// Appends `s`.
pub fn encode(s: &str, out: &mut Vec<u8>) {
    for c in s.chars() {
        match c {
            '\0' => out.extend_from_slice(&[0xc0, 0x80]),
            '\u{1}'..='\u{ffff}' => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            _ => {
                for &mut half in c.encode_utf16(&mut [0; 2]) {
                    let bits = |shift: u16| (half >> shift) as u8 & 0x3f;
                    out.extend_from_slice(&[0xed, 0x80 | bits(6), 0x80 | bits(0)]);
                }
            }
        }
    }
}

/// The text, if it has no half pairs and nothing else that is malformed.
pub fn decode(bytes: &[u8]) -> Option<String> {
    char::decode_utf16(units(bytes)?).collect::<Result<_, _>>().ok()
}

/// The text for a reader, whatever is in it.
pub fn shown(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let Some(units) = units(bytes) else {
        return String::from_utf8_lossy(bytes).into_owned();
    };
    let mut text = String::new();
    for unit in char::decode_utf16(units) {
        match unit {
            Ok(c) => text.push(c),
            Err(half) => text.push_str(&format!("\\u{:04x}", half.unpaired_surrogate())),
        }
    }
    text
}

/// The UTF-16 that the bytes stand for.
fn units(bytes: &[u8]) -> Option<Vec<u16>> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(&first) = rest.first() {
        let (length, mut unit) = match first {
            0x00..=0x7f => (1, u16::from(first)),
            0xc0..=0xdf => (2, u16::from(first & 0x1f)),
            0xe0..=0xef => (3, u16::from(first & 0x0f)),
            _ => return None,
        };
        let (character, after) = rest.split_at_checked(length)?;
        for &byte in &character[1..] {
            if byte & 0xc0 != 0x80 {
                return None;
            }
            unit = unit << 6 | u16::from(byte & 0x3f);
        }
        units.push(unit);
        rest = after;
    }
    Some(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMOJI: &[u8] = &[0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80];

    #[test]
    fn what_is_written_is_read() {
        for text in ["", "a\0é€\u{ffff}", "😀𠮷\u{10ffff}"] {
            let mut bytes = Vec::new();
            encode(text, &mut bytes);
            assert_eq!(decode(&bytes).as_deref(), Some(text));
            assert_eq!(shown(&bytes), text);
        }
        assert_eq!(decode(EMOJI).as_deref(), Some("😀"));
    }

    #[test]
    fn half_a_pair_is_shown_and_is_no_text() {
        assert_eq!(decode(&EMOJI[..3]), None);
        assert_eq!(shown(&[b"a", &EMOJI[..3], b"b"].concat()), "a\\ud83db");
        assert_eq!(shown(&EMOJI[3..]), "\\ude00");
    }

    #[test]
    fn malformed_bytes_are_no_text() {
        for bytes in [
            &[0x80][..],
            &[0xc3],
            &[0xe2, 0x82],
            &[0xe2, 0x28, 0xa1],
            &[0xf0, 0x9f, 0x98, 0x80],
        ] {
            assert_eq!(decode(bytes), None);
        }
        assert_eq!(shown("😀".as_bytes()), "😀");
        assert_eq!(shown(b"a\xff"), "a\u{fffd}");
    }
}
