//! Any bytes: an error or a class that comes out as it went in; and code that was encoded can be read again
//! and then encodes to the same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_classfile::{ClassFile, Code};

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut class) = ClassFile::parse(bytes) else {
        return;
    };
    assert_eq!(class.to_bytes().expect("unedited"), bytes);
    for i in 0..class.methods.len() {
        let method = &class.methods[i];
        let Some(raw) = method.attribute(&class.pool, "Code") else {
            continue;
        };
        let Ok(shape) = class.shape(method) else { continue };
        let Ok(code) = Code::parse(&raw.data, &class.pool, shape) else {
            continue;
        };
        let Ok(data) = code.to_attribute_data(&mut class.pool) else {
            continue;
        };
        let shape = class.shape(&class.methods[i]).expect("as before");
        let again = Code::parse(&data, &class.pool, shape).expect("what was encoded");
        assert_eq!(again.to_attribute_data(&mut class.pool).expect("as before"), data);
        class.methods[i]
            .attribute_mut(&class.pool, "Code")
            .expect("as before")
            .data = data;
    }
    ClassFile::parse(&class.to_bytes().expect("edited")).expect("what was written");
});
