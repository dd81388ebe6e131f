//! Names as people write them.

/// `com/example/Outer$Inner` as `com.example.Outer$Inner`.
pub fn dotted(internal: &str) -> String {
    internal.replace('/', ".")
}

/// `[[Lcom/example/Thing;` as `com.example.Thing[][]`, `J` as `long`.
pub fn type_name(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let base = match element {
        "Z" => "boolean".to_owned(),
        "B" => "byte".to_owned(),
        "C" => "char".to_owned(),
        "S" => "short".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        "V" => "void".to_owned(),
        other => dotted(
            other
                .strip_prefix('L')
                .and_then(|o| o.strip_suffix(';'))
                .unwrap_or(other),
        ),
    };
    base + &"[]".repeat(descriptor.len() - element.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_read_like_source() {
        assert_eq!(
            type_name("[[Lcom/example/Outer$Thing;"),
            "com.example.Outer$Thing[][]"
        );
        assert_eq!(type_name("J"), "long");
        assert_eq!(type_name("[B"), "byte[]");
    }
}
