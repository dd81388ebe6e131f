//! Ints on the operand stack that are affine expressions of local variables: the indices of loops.

/// Up to two local variables as they are now, and a constant. All of it modulo 2^32, as the JVM adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Affine {
    pub terms: [Option<u16>; 2],
    pub plus: i32,
}

impl Affine {
    pub fn constant(plus: i32) -> Self {
        Affine {
            terms: [None; 2],
            plus,
        }
    }

    pub fn local(local: u16) -> Self {
        Affine {
            terms: [Some(local), None],
            plus: 0,
        }
    }

    /// The local variables; one that is added twice comes twice.
    pub fn locals(self) -> impl Iterator<Item = u16> {
        self.terms.into_iter().flatten()
    }

    pub fn names(self, local: u16) -> bool {
        self.terms.contains(&Some(local))
    }

    /// `None`: too many variables.
    pub fn checked_add(self, other: Affine) -> Option<Affine> {
        let terms = match (self.terms, other.terms) {
            (terms, [None, _]) | ([None, _], terms) => terms,
            ([a, None], [b, None]) => [a.min(b), a.max(b)],
            _ => return None,
        };
        let plus = self.plus.wrapping_add(other.plus);
        Some(Affine { terms, plus })
    }

    /// Only constants can be taken away.
    pub fn checked_subtract(self, other: Affine) -> Option<Affine> {
        let is_constant = other.terms == [None; 2];
        is_constant.then(|| Affine {
            plus: self.plus.wrapping_sub(other.plus),
            ..self
        })
    }

    /// The same value, after a variable was counted up.
    pub fn after(self, local: u16, delta: i16) -> Affine {
        let times = self.locals().filter(|&l| l == local).count() as i32;
        Affine {
            plus: self.plus.wrapping_sub(times * i32::from(delta)),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_variables_and_any_constants_add_up() {
        let (i, j, k) = (Affine::local(1), Affine::local(2), Affine::local(3));
        let ij = i.checked_add(j).expect("two");
        assert_eq!(Some(ij), j.checked_add(i));
        assert_eq!(ij.checked_add(k), None);
        assert_eq!(k.checked_add(ij), None);
        assert_eq!(
            i.checked_add(Affine::constant(3)),
            Affine::constant(3).checked_add(i)
        );
        assert_eq!(
            ij.checked_add(Affine::constant(i32::MAX)).map(|s| s.plus),
            Some(i32::MAX)
        );
        let four = i
            .checked_add(Affine::constant(7))
            .and_then(|s| s.checked_subtract(Affine::constant(3)));
        assert_eq!(four.map(|s| s.plus), Some(4));
        assert_eq!(i.checked_subtract(j), None);
    }

    #[test]
    fn a_value_stays_when_its_variable_is_counted() {
        let (i, j) = (Affine::local(1), Affine::local(2));
        assert_eq!(i.after(1, 2).plus, -2);
        assert_eq!(i.after(2, 2).plus, 0);
        assert_eq!(i.checked_add(i).expect("two").after(1, 2).plus, -4);
        assert_eq!(i.checked_add(j).expect("two").after(2, -1).plus, 1);
    }
}
