//! The allocator: mimalloc, asked for an alignment only where it would not give that by itself.

use core::alloc::{GlobalAlloc, Layout};
use libmimalloc_sys::{
    mi_free, mi_malloc, mi_malloc_aligned, mi_realloc, mi_realloc_aligned, mi_zalloc,
    mi_zalloc_aligned,
};

/// The alignment of every block of at least as many bytes (`MI_MAX_ALIGN_SIZE` of `mimalloc/types.h`).
const GIVEN: usize = 16;

/// The allocator of a program.
///
/// The crate `mimalloc` asks for an alignment with every block. The library then makes any block larger than
/// was asked for, by a path that is slower, unless it finds a free one that happens to be aligned; nearly
/// all blocks of a Rust program want an alignment that each has anyway.
///
/// ```
/// #[global_allocator]
/// static GLOBAL: peirast_heap::Allocator = peirast_heap::Allocator;
/// # fn main() { assert_eq!(vec![1_u8; 3], [1, 1, 1]); }
/// ```
pub struct Allocator;

/// Whether a block of so many bytes has this alignment by itself.
const fn is_given(size: usize, align: usize) -> bool {
    align <= GIVEN && align <= size
}

// SAFETY: every block comes from the library, with at least the size and the alignment that were asked for, or
// is null; and goes back to it. The library takes back and moves its blocks by their address alone, however
// they were asked for.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        // SAFETY: any size may be asked for, and the alignment of a layout is a power of two.
        let block = unsafe {
            if is_given(size, align) { mi_malloc(size) } else { mi_malloc_aligned(size, align) }
        };
        block.cast()
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        // SAFETY: as of `alloc`.
        let block = unsafe {
            if is_given(size, align) { mi_zalloc(size) } else { mi_zalloc_aligned(size, align) }
        };
        block.cast()
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, _: Layout) {
        // SAFETY: the caller has it from this allocator and gives it back once.
        unsafe { mi_free(block.cast()) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let align = layout.align();
        // SAFETY: as of `dealloc`; where it stays in its place it keeps its alignment.
        let block = unsafe {
            if is_given(size, align) {
                mi_realloc(block.cast(), size)
            } else {
                mi_realloc_aligned(block.cast(), size, align)
            }
        };
        block.cast()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every size and alignment, in all four ways, with many blocks alive at a time.
    #[test]
    fn blocks_are_aligned_and_keep_what_they_hold() {
        for align in (0..10).map(|power| 1_usize << power) {
            let mut blocks = Vec::new();
            for size in (1..200).chain([256, 1000, 1024, 1025, 4096, 10_000, 1 << 20]) {
                let layout = Layout::from_size_align(size, align).expect("a layout");
                // SAFETY: the size is not zero.
                let (block, zeroed) =
                    unsafe { (Allocator.alloc(layout), Allocator.alloc_zeroed(layout)) };
                for one in [block, zeroed] {
                    assert!(!one.is_null() && one.addr().is_multiple_of(align), "{layout:?}");
                }
                // SAFETY: both blocks have `size` bytes, which are ours.
                unsafe {
                    assert!((0..size).all(|at| *zeroed.add(at) == 0), "{layout:?}");
                    block.write_bytes(size as u8, size);
                    zeroed.write_bytes(!(size as u8), size);
                }
                blocks.push((layout, block, size as u8));
                blocks.push((layout, zeroed, !(size as u8)));
            }
            for (layout, block, byte) in blocks {
                let (size, longer) = (layout.size(), layout.size() * 2 + 1);
                // SAFETY: the block is of this layout, and is given back once, under its last one.
                unsafe {
                    let moved = Allocator.realloc(block, layout, longer);
                    assert!(!moved.is_null() && moved.addr().is_multiple_of(align), "{layout:?}");
                    assert!((0..size).all(|at| *moved.add(at) == byte), "{layout:?}");
                    let longer = Layout::from_size_align(longer, align).expect("a layout");
                    Allocator.dealloc(moved, longer);
                }
            }
        }
    }
}
