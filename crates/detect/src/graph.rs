//! Directed graphs on the numbers from 0: strongly connected components (Tarjan 1972) and shortest
//! cycles. Without recursion, since a graph of locks may be a million nodes deep.

/// A work limit: so many edges may still be looked at.
#[derive(Debug)]
pub struct Budget(pub u64);

impl Budget {
    pub fn spend(&mut self) -> Result<(), OutOfBudget> {
        self.0 = self.0.checked_sub(1).ok_or(OutOfBudget)?;
        Ok(())
    }
}

#[derive(Debug)]
pub struct OutOfBudget;

/// Successors of all nodes, one after the other.
#[derive(Debug)]
pub struct Graph {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// Edges keep the order in which they are given, for each node.
    pub fn new(nodes: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0; nodes + 1];
        for (from, _) in edges.clone() {
            starts[from as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; starts[nodes] as usize];
        for (from, to) in edges {
            let at = &mut next[from as usize];
            targets[*at as usize] = to;
            *at += 1;
        }
        Self { starts, targets }
    }

    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn successors(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The component of each node. Numbers mean nothing beyond being equal or not.
    pub fn components(&self) -> Vec<u32> {
        const NEW: u32 = u32::MAX;
        let nodes = self.len();
        // When a node was met; then, once its component is complete, that of its root.
        let mut met = vec![NEW; nodes];
        let mut low = vec![NEW; nodes];
        let mut done = vec![false; nodes];
        let (mut open, mut calls) = (Vec::new(), Vec::new());
        let mut count = 0;
        for root in 0..nodes as u32 {
            if met[root as usize] != NEW {
                continue;
            }
            calls.push((root, 0));
            while let Some((node, edge)) = calls.pop() {
                let n = node as usize;
                if edge == 0 {
                    (met[n], low[n]) = (count, count);
                    count += 1;
                    open.push(node);
                }
                match self.successors(node).get(edge) {
                    Some(&next) => {
                        calls.push((node, edge + 1));
                        if met[next as usize] == NEW {
                            calls.push((next, 0));
                        } else if !done[next as usize] {
                            low[n] = low[n].min(met[next as usize]);
                        }
                    }
                    None => {
                        if low[n] == met[n] {
                            let first = open.iter().rposition(|&o| o == node).unwrap_or(0);
                            for member in open.drain(first..) {
                                done[member as usize] = true;
                                low[member as usize] = met[n];
                            }
                        }
                        if let Some(&(caller, _)) = calls.last().filter(|_| !done[n]) {
                            low[caller as usize] = low[caller as usize].min(low[n]);
                        }
                    }
                }
            }
        }
        low
    }

    /// The shortest cycle among these nodes, which are in ascending order: from its smallest node on and,
    /// of equal ones, that with the smallest. (An error if the budget ran out first.)
    pub fn shortest_cycle(
        &self,
        nodes: &[u32],
        budget: &mut Budget,
    ) -> Result<Option<Vec<u32>>, OutOfBudget> {
        let mut best: Option<Vec<u32>> = None;
        let mut before = vec![None; self.len()];
        for &start in nodes {
            let longest = best.as_ref().map_or(usize::MAX, |best| best.len() - 1);
            if longest == 0 {
                break;
            }
            // Cycles through smaller nodes have been looked at.
            let allowed = |node: u32| node >= start && nodes.binary_search(&node).is_ok();
            let mut reached = vec![start];
            let (mut from, mut length) = (0, 1);
            let mut last = None;
            'search: while length <= longest && from < reached.len() {
                let level = from..reached.len();
                from = level.end;
                for at in level {
                    let node = reached[at];
                    for &next in self.successors(node) {
                        budget.spend()?;
                        if next == start {
                            last = Some(node);
                            break 'search;
                        }
                        if allowed(next) && before[next as usize].is_none() {
                            before[next as usize] = Some(node);
                            reached.push(next);
                        }
                    }
                }
                length += 1;
            }
            if let Some(last) = last {
                let mut cycle = vec![last];
                while let Some(node) = before[cycle[cycle.len() - 1] as usize] {
                    cycle.push(node);
                }
                cycle.reverse();
                best = Some(cycle);
            }
            for node in reached {
                before[node as usize] = None;
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn reaches(edges: &[(u32, u32)], from: u32, to: u32) -> bool {
        let mut reached = vec![from];
        let mut at = 0;
        while at < reached.len() {
            let node = reached[at];
            for &(_, next) in edges.iter().filter(|edge| edge.0 == node) {
                if next == to {
                    return true;
                }
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
            at += 1;
        }
        false
    }

    /// By trying all paths without repetition.
    fn girth(edges: &[(u32, u32)], path: &mut Vec<u32>) -> Option<usize> {
        let last = *path.last()?;
        let next = edges.iter().filter(|edge| edge.0 == last);
        next.filter_map(|&(_, to)| match to {
            to if to == path[0] => Some(path.len()),
            to if path.contains(&to) => None,
            to => {
                path.push(to);
                let length = girth(edges, path);
                path.pop();
                length
            }
        })
        .min()
    }

    proptest! {
        #[test]
        fn two_nodes_share_a_component_if_they_reach_each_other(edges in vec((0u32..8, 0u32..8), 0..20)) {
            let components = Graph::new(8, edges.iter().copied()).components();
            for a in 0..8 {
                for b in 0..8 {
                    let both = a == b || reaches(&edges, a, b) && reaches(&edges, b, a);
                    prop_assert_eq!(components[a as usize] == components[b as usize], both, "{} {}", a, b);
                }
            }
        }

        #[test]
        fn no_cycle_is_shorter(edges in vec((0u32..7, 0u32..7), 0..14)) {
            let graph = Graph::new(7, edges.iter().copied());
            let nodes: Vec<u32> = (0..7).collect();
            let cycle = graph.shortest_cycle(&nodes, &mut Budget(1 << 20)).unwrap();
            let girths = (0..7).filter_map(|node| girth(&edges, &mut vec![node]));
            prop_assert_eq!(cycle.as_ref().map(Vec::len), girths.min());
            for (n, &node) in cycle.iter().flatten().enumerate() {
                let cycle = cycle.as_ref().unwrap();
                prop_assert!(node >= cycle[0]);
                prop_assert!(edges.contains(&(node, cycle[(n + 1) % cycle.len()])));
            }
        }
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let nodes = 300_000;
        let graph = Graph::new(nodes as usize, (0..nodes).map(|n| (n, (n + 1) % nodes)));
        let components = graph.components();
        assert!(components.iter().all(|&component| component == components[0]));
        let all: Vec<u32> = (0..nodes).collect();
        assert!(graph.shortest_cycle(&all, &mut Budget(1000)).is_err());
    }
}
