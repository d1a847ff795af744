package dev.tessera.kernel.gpu;

/// Other ways to sweep over a box, with the same results bit for bit, that benchmarks compare with the usual one
/// (docs/decisions/0089). Those of threads and of shared memory have one node per thread and dense storage.
public enum KernelVariant {
    /// Adjacent threads update nodes that are adjacent in memory; each stores its populations itself.
    USUAL("usual", ""),
    /// Adjacent threads update nodes adjacent along the first of these axes, then the second; storage has x fastest.
    THREADS_XZY("threads-xzy", "xzy"),
    THREADS_YXZ("threads-yxz", "yxz"),
    THREADS_YZX("threads-yzx", "yzx"),
    THREADS_ZXY("threads-zxy", "zxy"),
    THREADS_ZYX("threads-zyx", "zyx"),
    /// Populations that cross a link with a component along x pass through shared memory, to the thread that has
    /// their x, which stores them: so all stores of a block begin where its nodes do. For push. Source: Tölke,
    /// Comput. Visual. Sci. 13, 29 (2010), first published in 2008.
    SHARED_ROWS("shared-rows", ""),
    /// Loads bypass the L1 cache. CUDA only.
    LOADS_PAST_L1("loads-past-l1", ""),
    /// Each class of nodes has kernels of its own, over lists; none is updated by the sweep (docs/decisions/0090).
    LISTED("listed", "");

    private final String key;
    private final String axes;

    KernelVariant(String key, String axes) {
        this.key = key;
        this.axes = axes;
    }

    public String key() {
        return key;
    }

    /// The axes in the order in which threads run through them, the fastest first; empty: that of memory.
    public String axes() {
        return axes;
    }

    boolean needsDense() {
        return !axes.isEmpty() || this == SHARED_ROWS;
    }

    @Override
    public String toString() {
        return key;
    }
}
