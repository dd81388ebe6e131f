//! One method: decode, plan, emit, encode. If that fails, less is tried, and the reason is kept.

use raddle_analysis::has_empty_body;
use raddle_classfile::{Code, Member, access};

use crate::class_loading::class::{Class, Method};
use crate::emit;
use crate::error::Result;
use crate::patches::Patch;
use crate::planner;
use crate::synchronisation::declared::RuleEnd;
use crate::{Rewritten, Role, Skipped};

/// Says whether the method was changed. An error here concerns the whole class.
pub(crate) fn rewrite(class: &mut Class<'_>, member: &mut Member, result: &mut Rewritten) -> Result<bool> {
    let method = match Method::of(member, &class.file) {
        Ok(method) => method,
        Err(e) => {
            result.skipped.push(Skipped {
                method: None,
                reason: format!("method with an unreadable name: {e}"),
            });
            return Ok(false);
        }
    };
    if method.access & access::ACC_NATIVE != 0 {
        result
            .skipped
            .push(method.skipped("native and synchronized: its monitor is not seen"));
        return Ok(false);
    }
    if method.is_finalizer() && has_empty_body(member, &class.file.pool) {
        result
            .skipped
            .push(method.skipped("an empty finalizer stays empty: its monitor is not seen"));
        return Ok(false);
    }
    let attempts: &[bool] = if class.role == Role::Program {
        &[true, false]
    } else {
        &[false]
    };
    for &checked in attempts {
        match attempt(class, member, &method, checked) {
            Ok(done) => {
                result.patches.extend(done.patches);
                result.declared.extend(done.declared);
                result.skipped.extend(done.skipped);
                let Some(data) = done.code else { return Ok(false) };
                if class.host.controls() && !class.only_patched {
                    divide(class, member);
                }
                if let Some(code) = member.attribute_mut(&class.file.pool, "Code") {
                    code.data = data;
                }
                return Ok(true);
            }
            Err(e) if e.is_lack_of_room() => return Err(e),
            Err(e) => {
                let what = if checked {
                    "accesses not checked"
                } else {
                    "left as it was"
                };
                result.skipped.push(method.skipped(&format!("{what}: {e}")));
            }
        }
    }
    Ok(false)
}

/// The lock of a synchronized method is taken by its code. Those of `StringBuffer` that the JVM has code of its own
/// for have lost what it knows them by, and must not claim it.
fn divide(class: &Class<'_>, member: &mut Member) {
    if member.access & access::ACC_SYNCHRONIZED == 0 {
        return;
    }
    member.access &= !access::ACC_SYNCHRONIZED;
    if class.facts.name == "java/lang/StringBuffer" {
        member
            .attributes
            .retain(|a| !a.is(&class.file.pool, "RuntimeVisibleAnnotations"));
    }
}

struct Done {
    /// `None`: the method needs nothing.
    code: Option<Vec<u8>>,
    patches: Vec<&'static Patch>,
    declared: Vec<(usize, RuleEnd)>,
    skipped: Vec<Skipped>,
}

fn attempt(class: &mut Class<'_>, member: &Member, method: &Method, checked: bool) -> Result<Done> {
    let Some(attribute) = member.attribute(&class.file.pool, "Code") else {
        return Ok(Done {
            code: None,
            patches: Vec::new(),
            declared: Vec::new(),
            skipped: Vec::new(),
        });
    };
    let mut code = Code::parse(&attribute.data, &class.file.pool, class.file.shape(member)?)?;
    let plan = planner::plan(class, method, &code, checked)?;
    let code = match plan.is_empty() {
        true => None,
        false => {
            emit::emit(class, &mut code, &plan, checked)?;
            Some(code.to_attribute_data(&mut class.file.pool)?)
        }
    };
    Ok(Done {
        code,
        patches: plan.patches,
        declared: plan.declared,
        skipped: plan.skipped,
    })
}
