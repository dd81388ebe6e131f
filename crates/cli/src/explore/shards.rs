//! Which schedules are whose. All schedules of an exploration have numbers; lanes take them in turn, so that
//! no two machines and no two JVMs try the same one, and together they try all.

use crate::args::Shard;

/// The numbers that one JVM after the other tries: `next`, `next + stride`, … below `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    pub next: u64,
    pub stride: u64,
    pub end: u64,
}

impl Lane {
    /// The lanes of this machine, one for each job: of the schedules `first` to `first + runs`, those that are
    /// in its shard. A lane without any is left out.
    pub fn all(first: u64, runs: u64, jobs: u32, shard: Option<Shard>) -> Vec<Lane> {
        let (index, of) = shard.map_or((0, 1), |shard| (u64::from(shard.index - 1), u64::from(shard.of)));
        let jobs = u64::from(jobs.max(1));
        let end = first.saturating_add(runs);
        let lanes = (0..jobs).map(|job| Lane {
            next: first.saturating_add(index * jobs + job),
            stride: of * jobs,
            end,
        });
        lanes.filter(|lane| lane.left() > 0).collect()
    }

    /// How many schedules are left in it.
    pub fn left(&self) -> u64 {
        self.end.saturating_sub(self.next).div_ceil(self.stride)
    }

    /// Goes on with a schedule that a JVM says comes next. False if that is no progress.
    pub fn go_on_with(&mut self, next: u64) -> bool {
        let is_one = next > self.next && (next - self.next).is_multiple_of(self.stride);
        if is_one {
            self.next = next;
        }
        is_one
    }

    /// Goes on with the one after the next.
    pub fn skip(&mut self) {
        self.next = self.next.saturating_add(self.stride);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(lane: Lane) -> Vec<u64> {
        (lane.next..lane.end).step_by(lane.stride as usize).collect()
    }

    #[test]
    fn lanes_of_all_shards_are_disjoint_and_have_every_schedule() {
        for (runs, jobs, of) in [
            (10, 1, 1),
            (10, 3, 1),
            (100, 2, 8),
            (7, 4, 3),
            (1, 2, 2),
            (3, 64, 5),
        ] {
            let shards = (1..=of).map(|index| Some(Shard { index, of }));
            let mut all: Vec<u64> = shards
                .flat_map(|shard| Lane::all(5, runs, jobs, shard))
                .inspect(|lane| assert_eq!(lane.left(), numbers(*lane).len() as u64))
                .flat_map(numbers)
                .collect();
            all.sort_unstable();
            assert_eq!(all, (5..5 + runs).collect::<Vec<_>>(), "{runs} {jobs} {of}");
        }
    }

    #[test]
    fn one_job_without_shards_has_all_in_order() {
        let lanes = Lane::all(0, 4, 1, None);
        assert_eq!(
            lanes,
            [Lane {
                next: 0,
                stride: 1,
                end: 4
            }]
        );
        assert!(Lane::all(0, 1, 1, Some(Shard { index: 2, of: 2 })).is_empty());
        assert_eq!(Lane::all(u64::MAX, 9, 1, None), []);
    }

    #[test]
    fn a_lane_goes_forward_only_and_stays_in_itself() {
        let mut lane = Lane {
            next: 1,
            stride: 3,
            end: 10,
        };
        assert_eq!(lane.left(), 3);
        for wrong in [0, 1, 2, 5] {
            assert!(!lane.go_on_with(wrong));
        }
        assert!(lane.go_on_with(7));
        assert_eq!(lane.left(), 1);
        lane.skip();
        assert_eq!((lane.next, lane.left()), (10, 0));
    }
}
