//! One error, one finding: a warning that another finding of the run confirms becomes a note of that one.
//!
//! - `lock-discipline` on a variable with a `data-race`: the race is what the discipline warns of.
//! - `lock-order` of the cycle that a `deadlock` closed. Cycles are equal if their fingerprints are, as if of
//!   one kind: for each side its place, and where it took what the others want.

use crate::{ArrayElement, Finding, Kind, Side, Variable, fingerprint};

const DISCIPLINE: &str = "lock discipline agrees: no lock is held at every access to it";
const ORDER: &str = "lock order agrees: these locks are taken in different orders";

/// The findings without those that others confirm.
pub(super) fn confirmed(findings: Vec<Finding>) -> Vec<Finding> {
    let (warnings, mut rest): (Vec<_>, Vec<_>) = findings
        .into_iter()
        .partition(|finding| matches!(finding.kind, Kind::LockDiscipline | Kind::LockOrder));
    for warning in warnings {
        let mut reported = false;
        for finding in rest.iter_mut().filter(|finding| confirms(finding, &warning)) {
            reported = true;
            let note = match warning.kind {
                Kind::LockDiscipline => DISCIPLINE,
                _ => ORDER,
            };
            if !finding.notes.iter().any(|known| known == note) {
                finding.notes.push(note.to_owned());
            }
        }
        if !reported {
            rest.push(warning);
        }
    }
    rest
}

fn confirms(finding: &Finding, warning: &Finding) -> bool {
    match (finding.kind, warning.kind) {
        (Kind::DataRace, Kind::LockDiscipline) => same_variable(finding, warning),
        (Kind::Deadlock, Kind::LockOrder) => cycle(&finding.sides) == cycle(&warning.sides),
        _ => false,
    }
}

fn cycle(sides: &[Side]) -> String {
    fingerprint(Kind::Deadlock, None, sides)
}

/// A field is known by its name, an array by its allocation site. Contents of the JDK's objects, and arrays whose
/// allocation site is not known, are taken for the same if both findings have a place in common.
fn same_variable(a: &Finding, b: &Finding) -> bool {
    let (Some(x), Some(y)) = (&a.variable, &b.variable) else {
        return false;
    };
    let allocated = |variable: &Variable| {
        let array: Option<&ArrayElement> = variable.array.as_ref();
        array.and_then(|array| array.allocated_at.clone())
    };
    let is_named = x.field.is_some() || allocated(x).is_some();
    let same_kind = x.class == y.class && x.field == y.field && allocated(x) == allocated(y);
    same_kind && (is_named || meet(&a.sides, &b.sides))
}

fn meet(a: &[Side], b: &[Side]) -> bool {
    let mut sites = a.iter().filter_map(Side::site);
    sites.any(|site| b.iter().any(|side| side.site() == Some(site)))
}
