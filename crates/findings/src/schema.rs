//! The JSON schema of a [`Run`], made from the types that are written.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::Value;

use crate::{Run, SCHEMA};

/// As text, in the form of JSON Schema 2020-12.
pub fn text() -> serde_json::Result<String> {
    let settings = SchemaSettings::draft2020_12()
        .for_serialize()
        .with_transform(Words);
    let mut schema = settings.into_generator().into_root_schema_for::<Run>();
    schema.insert("title".to_owned(), SCHEMA.into());
    serde_json::to_string_pretty(&schema).map(|text| text + "\n")
}

/// Comments as readers of JSON see them: without links into the source.
#[derive(Clone, Debug)]
struct Words;

impl Transform for Words {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = text
                .replace("[`", "`")
                .replace("`]", "`")
                .replace("fn@crate::", "");
        }
        transform_subschemas(self, schema);
    }
}
