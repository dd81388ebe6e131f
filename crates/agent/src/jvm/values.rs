//! Reading variables of the program.

use jvmti_bindings::sys::jni::{jfieldID, jobject, jvalue};

use super::Env;

/// A variable, with the reference that leads to it.
#[derive(Clone, Copy)]
pub enum Slot {
    Field(jobject, jfieldID),
    /// Of a class.
    Static(jobject, jfieldID),
    Element(jobject, i32),
}

/// What a variable holds: bits, or a local reference.
#[derive(Clone, Copy)]
pub enum Held {
    Bits(u64),
    Object(jobject),
}

/// Reads a primitive by whichever function fits the variable.
macro_rules! bits {
    ($self:ident, $slot:expr, $zero:expr, $field:ident, $static:ident, $region:ident) => {{
        match $slot {
            Slot::Field(object, field) => jni!($self.$field(object, field)),
            Slot::Static(class, field) => jni!($self.$static(class, field)),
            Slot::Element(array, index) => {
                let mut value = $zero;
                jni!($self.$region(array, index, 1, &mut value));
                value
            }
        }
    }};
}

impl Env {
    /// What a variable of the type `descriptor` holds now.
    pub fn held(self, slot: Slot, descriptor: &str) -> Option<Held> {
        let bits = match descriptor.as_bytes().first()? {
            b'Z' => u64::from(bits!(
                self,
                slot,
                0,
                GetBooleanField,
                GetStaticBooleanField,
                GetBooleanArrayRegion
            )),
            b'B' => bits!(
                self,
                slot,
                0,
                GetByteField,
                GetStaticByteField,
                GetByteArrayRegion
            ) as u64,
            b'C' => u64::from(bits!(
                self,
                slot,
                0,
                GetCharField,
                GetStaticCharField,
                GetCharArrayRegion
            )),
            b'S' => bits!(
                self,
                slot,
                0,
                GetShortField,
                GetStaticShortField,
                GetShortArrayRegion
            ) as u64,
            b'I' => bits!(self, slot, 0, GetIntField, GetStaticIntField, GetIntArrayRegion) as u64,
            b'J' => bits!(
                self,
                slot,
                0,
                GetLongField,
                GetStaticLongField,
                GetLongArrayRegion
            ) as u64,
            b'F' => {
                let value = bits!(
                    self,
                    slot,
                    0.0,
                    GetFloatField,
                    GetStaticFloatField,
                    GetFloatArrayRegion
                );
                u64::from(value.to_bits())
            }
            b'D' => bits!(
                self,
                slot,
                0.0,
                GetDoubleField,
                GetStaticDoubleField,
                GetDoubleArrayRegion
            )
            .to_bits(),
            b'L' | b'[' => {
                return self.unless_thrown(Held::Object(match slot {
                    Slot::Field(object, field) => jni!(self.GetObjectField(object, field)),
                    Slot::Static(class, field) => jni!(self.GetStaticObjectField(class, field)),
                    Slot::Element(array, index) => jni!(self.GetObjectArrayElement(array, index)),
                }));
            }
            _ => return None,
        };
        self.unless_thrown(Held::Bits(bits))
    }

    /// The word of the last write to an array's element, if one is known.
    pub fn write_word(self, array: jobject, index: i32) -> Option<i64> {
        let class = self.find_class(c"java/lang/RaddleBlocks")?;
        let of = c"(Ljava/lang/Object;I)J";
        let of = jni!(self.GetStaticMethodID(class, c"lastWrite".as_ptr(), of.as_ptr()));
        let of = self.unless_thrown(of)?;
        let arguments = [jvalue { l: array }, jvalue { i: index }];
        let word = jni!(self.CallStaticLongMethodA(class, of, arguments.as_ptr()));
        self.unless_thrown(word).filter(|&word| word != 0)
    }

    pub fn is_same(self, one: jobject, other: jobject) -> bool {
        jni!(self.IsSameObject(one, other)) != 0
    }

    fn unless_thrown<T>(self, value: T) -> Option<T> {
        let threw = jni!(self.ExceptionCheck()) != 0;
        self.clear_exception();
        (!threw).then_some(value)
    }
}
