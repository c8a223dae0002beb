//! The memory of all response bodies together: large bodies wait for each other.
//!
//! The bound of one body does not bound a run: 128 concurrent answers of 14 MiB, each read, parsed
//! and written to the store, take gigabytes. A body beyond a small size therefore takes room from a
//! pool before more of it is read, and keeps the room until its answer is stored. A body without
//! room waits; it does not fail.
//!
//! The final size of a body is unknown while it is read. The body moves from a pool of smaller
//! bodies to one of larger ones, and always takes all the room that a body of that pool may need.
//! There is no deadlock: a waiting body holds room only in pools of smaller bodies, and in the last
//! pool it waits only for another body of that pool, which continues without further room.

use std::sync::{Arc, LazyLock};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;
/// Bytes of memory for each byte of a body: the body, its text, its parsed form, and its copy for
/// the store.
const EACH: usize = 4;
/// Bytes of a body that need no room, since this much for each connection is negligible.
const FREE: usize = 64 * KIB;
/// The pools: the most bytes of a body, and of the memory for all bodies of that pool. Bodies of
/// the last pool, with the probabilities of tokens, are read one at a time.
const POOLS: [(usize, usize); 3] = [(MIB, 256 * MIB), (16 * MIB, 512 * MIB), (usize::MAX, 0)];

/// The memory of all bodies of the process.
static SHARED: LazyLock<BodyMemory> = LazyLock::new(|| BodyMemory::new(POOLS));

/// Room for bodies.
#[derive(Clone, Debug)]
pub(crate) struct BodyMemory(Arc<[Pool]>);

#[derive(Debug)]
struct Pool {
    /// The most bytes of a body.
    most: usize,
    /// A permit for each body that has room.
    bodies: Arc<Semaphore>,
}

/// The room of a body, until it is dropped with the answer that was read from it.
///
/// It is no part of the answer's content: all values are equal.
#[derive(Clone, Debug, Default)]
pub struct BodyRoom(
    #[allow(dead_code, reason = "it is held, and given back when it is dropped")]
    Option<Arc<OwnedSemaphorePermit>>,
);

impl PartialEq for BodyRoom {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for BodyRoom {}

/// A body that grows, and its room.
#[derive(Debug)]
pub(crate) struct GrowingRoom {
    memory: BodyMemory,
    /// The most bytes that have room.
    most: usize,
    room: BodyRoom,
}

impl BodyMemory {
    /// The memory of the process.
    pub(crate) fn shared() -> Self {
        SHARED.clone()
    }

    fn new(pools: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let pool = |(most, memory): (usize, usize)| {
            let bodies = (memory / most.saturating_mul(EACH)).max(1);
            Pool { most, bodies: Arc::new(Semaphore::new(bodies)) }
        };
        Self(pools.into_iter().map(pool).collect())
    }

    /// The room of a body before its first byte.
    pub(crate) fn begin(&self) -> GrowingRoom {
        GrowingRoom { memory: self.clone(), most: FREE, room: BodyRoom::default() }
    }
}

impl GrowingRoom {
    /// Returns true if a body of this many bytes has room.
    pub(crate) fn fits(&self, bytes: usize) -> bool {
        bytes <= self.most
    }

    /// Waits for the room of a body of this many bytes.
    pub(crate) async fn grow(&mut self, bytes: usize) {
        while !self.fits(bytes) {
            let mut larger = self.memory.0.iter().filter(|pool| pool.most > self.most);
            let fitting = larger.clone().find(|pool| bytes <= pool.most);
            let Some(pool) = fitting.or_else(|| larger.next_back()) else { return };
            // The semaphore is never closed; without it there would be no bound to keep.
            let permit = Arc::clone(&pool.bodies).acquire_owned().await.ok();
            (self.most, self.room) = (pool.most, BodyRoom(permit.map(Arc::new)));
        }
    }

    /// The room, to be kept with the data that was read.
    pub(crate) fn into_room(self) -> BodyRoom {
        self.room
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Memory of pools of bodies of 10, 100 and any number of kibibytes beyond the free ones.
    fn small() -> BodyMemory {
        let size = |more: usize| FREE + more * KIB;
        BodyMemory::new([
            (size(10), 4 * size(10) * 8),
            (size(100), 4 * size(100) * 2),
            (usize::MAX, 0),
        ])
    }

    #[tokio::test]
    async fn small_bodies_wait_for_nobody() {
        let memory = small();
        let mut all = Vec::new();
        for _ in 0..1000 {
            let mut room = memory.begin();
            room.grow(FREE).await;
            all.push(room.into_room());
        }
        assert!(all.iter().all(|room| room.0.is_none()));
    }

    #[test]
    fn the_memory_of_the_process_is_bounded() {
        let worst = |pool: &Pool| pool.most.saturating_mul(EACH * pool.bodies.available_permits());
        let pools = &BodyMemory::new(POOLS).0;
        let bounded: usize = pools.iter().filter(|pool| pool.most < usize::MAX).map(worst).sum();
        assert!(bounded <= 1024 * MIB, "{} MiB", bounded / MIB);
        assert_eq!(pools.last().map(|pool| pool.bodies.available_permits()), Some(1));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// For any bodies with any growth, all are read to the end, and no pool exceeds its bound.
        #[test]
        fn all_come_to_their_end_within_the_bound(
            bodies in proptest::collection::vec((1_usize..400, 1_usize..60), 1..60),
        ) {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_time()
                .start_paused(true)
                .build()
                .expect("a runtime");
            let (memory, large, most) = (small(), Arc::new(AtomicUsize::new(0)), FREE + 10 * KIB);
            let highest = Arc::new(AtomicUsize::new(0));
            let ended = runtime.block_on(async {
                let all = bodies.iter().map(|(kib, step)| {
                    let (memory, large, highest) = (memory.clone(), Arc::clone(&large), Arc::clone(&highest));
                    let (size, step) = (kib * KIB, step * KIB);
                    async move {
                        let (mut room, mut bytes, mut is_large) = (memory.begin(), 0, false);
                        while bytes < size {
                            bytes = (bytes + step).min(size);
                            room.grow(bytes).await;
                            if bytes > most && !is_large {
                                is_large = true;
                                highest.fetch_max(large.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                            }
                            tokio::task::yield_now().await;
                        }
                        let room = room.into_room();
                        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                        if is_large {
                            large.fetch_sub(1, Ordering::SeqCst);
                        }
                        drop(room);
                    }
                });
                let all = futures::future::join_all(all);
                tokio::time::timeout(std::time::Duration::from_secs(3600), all).await.is_ok()
            });
            prop_assert!(ended, "a deadlock");
            // Two of the middle pool, and one of the last.
            prop_assert!(highest.load(Ordering::SeqCst) <= 3);
        }
    }
}
