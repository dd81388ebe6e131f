//! Ints on the operand stack that are sums of local variables: the indices of loops.

/// Up to two local variables as they are now, and a constant. All of it modulo 2^32, as the JVM adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sum {
    pub terms: [Option<u16>; 2],
    pub plus: i32,
}

impl Sum {
    pub(crate) fn constant(plus: i32) -> Self {
        Sum {
            terms: [None; 2],
            plus,
        }
    }

    pub(crate) fn local(local: u16) -> Self {
        Sum {
            terms: [Some(local), None],
            plus: 0,
        }
    }

    /// The local variables; one that is added twice comes twice.
    pub(crate) fn locals(self) -> impl Iterator<Item = u16> {
        self.terms.into_iter().flatten()
    }

    pub(crate) fn names(self, local: u16) -> bool {
        self.terms.contains(&Some(local))
    }

    /// `None`: too many variables.
    pub(crate) fn add(self, other: Sum) -> Option<Sum> {
        let terms = match (self.terms, other.terms) {
            (terms, [None, _]) | ([None, _], terms) => terms,
            ([a, None], [b, None]) => [a.min(b), a.max(b)],
            _ => return None,
        };
        let plus = self.plus.wrapping_add(other.plus);
        Some(Sum { terms, plus })
    }

    /// Only constants can be taken away.
    pub(crate) fn subtract(self, other: Sum) -> Option<Sum> {
        let is_constant = other.terms == [None; 2];
        is_constant.then(|| Sum {
            plus: self.plus.wrapping_sub(other.plus),
            ..self
        })
    }

    /// The same value, after a variable was counted up.
    pub(crate) fn after(self, local: u16, delta: i16) -> Sum {
        let times = self.locals().filter(|&l| l == local).count() as i32;
        Sum {
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
        let (i, j, k) = (Sum::local(1), Sum::local(2), Sum::local(3));
        let ij = i.add(j).expect("two");
        assert_eq!(Some(ij), j.add(i));
        assert_eq!(ij.add(k), None);
        assert_eq!(k.add(ij), None);
        assert_eq!(i.add(Sum::constant(3)), Sum::constant(3).add(i));
        assert_eq!(ij.add(Sum::constant(i32::MAX)).map(|s| s.plus), Some(i32::MAX));
        let four = i.add(Sum::constant(7)).and_then(|s| s.subtract(Sum::constant(3)));
        assert_eq!(four.map(|s| s.plus), Some(4));
        assert_eq!(i.subtract(j), None);
    }

    #[test]
    fn a_value_stays_when_its_variable_is_counted() {
        let (i, j) = (Sum::local(1), Sum::local(2));
        assert_eq!(i.after(1, 2).plus, -2);
        assert_eq!(i.after(2, 2).plus, 0);
        assert_eq!(i.add(i).expect("two").after(1, 2).plus, -4);
        assert_eq!(i.add(j).expect("two").after(2, -1).plus, 1);
    }
}
