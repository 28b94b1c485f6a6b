//! Links with nothing but links without solids between them: a joint connects them as it connects neighbors.

use octosat::Chain;

/// A joint between two links of a chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Connection {
    pub(crate) parent: usize,
    pub(crate) child: usize,
    pub(crate) is_fixed: bool,
}

/// Says of links that one joint which moves connects, and otherwise fixed joints and links without solids, that they may touch:
/// as if the joint was on both. Links between two joints that move may be long where nothing is modeled, so links across
/// them keep their pairs; and so do links that stand still, such as a table that is fixed to the frame of a cell.
///
/// Connections come after those of their parents.
pub(crate) fn allow(chain: &mut Chain, connections: &[Connection]) -> Result<(), octosat::Error> {
    let mounts = Mounts::new(chain, connections);
    let (mut allowed, mut stands) = (Vec::new(), vec![false; chain.link_names().len()]);
    stands[0] = true;
    for joint in connections {
        stands[joint.child] = joint.is_fixed && stands[joint.parent];
        if joint.is_fixed || stands[joint.parent] {
            continue;
        }
        let [parents, children] = [joint.parent, joint.child].map(|link| mounts.solid(link));
        // No more than the chain has pairs of: a joint that moves is between them.
        allowed.extend(parents.iter().flat_map(|&a| children.iter().map(move |&b| [a, b])));
    }
    chain.allow_all(&allowed)
}

/// Links without solids, in groups that fixed joints connect.
struct Mounts {
    /// The group of each link; of a link with solids, one of its own.
    groups: Vec<usize>,
    /// The links with solids of each group, or that fixed joints connect with it.
    solid: Vec<Vec<usize>>,
}

impl Mounts {
    fn new(chain: &Chain, connections: &[Connection]) -> Self {
        let links = chain.link_names().len();
        let mut has_solids = vec![false; links];
        for (link, _) in chain.solids() {
            has_solids[link] = true;
        }
        let (mut groups, mut solid): (Vec<usize>, _) = ((0..links).collect(), Vec::new());
        solid.resize_with(links, Vec::new);
        for link in (0..links).filter(|&link| has_solids[link]) {
            solid[link].push(link);
        }
        for &Connection { parent, child, .. } in connections.iter().filter(|joint| joint.is_fixed) {
            match [parent, child].map(|link| has_solids[link]) {
                [false, false] => groups[child] = groups[parent],
                [false, true] => solid[groups[parent]].push(child),
                [true, false] => solid[child].push(parent),
                [true, true] => {}
            }
        }
        Self { groups, solid }
    }

    /// The links with solids that a joint on a link connects.
    fn solid(&self, link: usize) -> &[usize] {
        &self.solid[self.groups[link]]
    }
}
