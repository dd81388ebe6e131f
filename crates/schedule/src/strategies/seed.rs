//! The only source of chance: a generator that is the same on every machine and in every release.
//!
//! xoshiro256** (Blackman and Vigna 2021), its state filled by splitmix64 (Steele, Lea and Flood 2014). No crate, as a
//! schedule must come out the same for a seed that was written down years ago.

/// The seed of one schedule of an exploration.
pub fn mix(seed: u64, number: u64) -> u64 {
    let mut state = seed ^ splitmix(&mut number.clone());
    splitmix(&mut state)
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A stream of numbers that look random.
#[derive(Clone, Debug)]
pub struct Rng([u64; 4]);

impl Rng {
    pub fn new(mut seed: u64) -> Self {
        Rng([(); 4].map(|()| splitmix(&mut seed)))
    }

    pub fn draw(&mut self) -> u64 {
        let s = &mut self.0;
        let drawn = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        drawn
    }

    /// A number below `bound`, or 0. The bias is below `bound` / 2^64.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(bound)) >> 64) as u64
    }

    /// The number of one of so many things.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// The number of one of the weights, in proportion to them. If all are 0, of any.
    pub fn weighted(&mut self, weights: &[u64]) -> usize {
        let total = weights
            .iter()
            .fold(0u64, |sum, weight| sum.saturating_add(*weight));
        if total == 0 {
            return self.index(weights.len());
        }
        let mut rest = self.below(total);
        for (index, weight) in weights.iter().enumerate() {
            if rest < *weight {
                return index;
            }
            rest -= weight;
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values that the authors' splitmix64.c gives for the state 0, and their xoshiro256starstar.c for a
    /// state of 1, 2, 3, 4.
    #[test]
    fn as_published() {
        let mut state = 0;
        assert_eq!(splitmix(&mut state), 0xe220_a839_7b1d_cdaf);
        assert_eq!(splitmix(&mut state), 0x6e78_9e6a_a1b9_65f4);
        let mut rng = Rng([1, 2, 3, 4]);
        let drawn = [(); 4].map(|()| rng.draw());
        assert_eq!(drawn, [11520, 0, 1_509_978_240, 1_215_971_899_390_074_240]);
    }

    #[test]
    fn numbers_and_seeds_give_streams_of_their_own() {
        let seeds: std::collections::BTreeSet<_> = (0..100)
            .flat_map(|seed| (0..100).map(move |number| mix(seed, number)))
            .collect();
        assert_eq!(seeds.len(), 100 * 100);
    }

    #[test]
    fn in_proportion() {
        let mut rng = Rng::new(7);
        let mut count = [0; 4];
        for _ in 0..8000 {
            count[rng.weighted(&[1, 0, 2, 5])] += 1;
        }
        assert_eq!(count[1], 0);
        for (seen, expected) in [(count[0], 1000), (count[2], 2000), (count[3], 5000)] {
            assert!((expected - 200..expected + 200).contains(&seen), "{count:?}");
        }
    }

    #[test]
    fn nothing_to_choose_from() {
        let mut rng = Rng::new(0);
        assert_eq!((rng.below(0), rng.index(0), rng.weighted(&[])), (0, 0, 0));
        assert!(rng.weighted(&[0, 0, 0]) < 3);
    }
}
