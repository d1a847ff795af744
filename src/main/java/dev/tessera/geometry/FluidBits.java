package dev.tessera.geometry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Collects the fluid nodes of a box, run by run, from several threads at once.
public final class FluidBits {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final Box box;
    private final long[] words;

    public FluidBits(Box box) {
        this.box = box;
        this.words = new long[Math.toIntExact((box.size() + 63) >>> 6)];
    }

    /// Makes nodes `from` … `to` - 1 of the box's order fluid. Threads may call it at once,
    /// also for runs that overlap.
    public void fill(long from, long to) {
        if (from >= to) {
            return;
        }
        int first = (int) (from >>> 6);
        int last = (int) (to - 1 >>> 6);
        long head = -1L << from;
        long tail = -1L >>> -to;
        if (first == last) {
            set(first, head & tail);
            return;
        }
        set(first, head);
        for (int w = first + 1; w < last; w++) {
            words[w] = -1L;
        }
        set(last, tail);
    }

    private void set(int word, long bits) {
        if (bits == -1L) {
            words[word] = -1L;
        } else {
            WORD.getAndBitwiseOr(words, word, bits);
        }
    }

    /// The collected nodes; nothing may be added afterwards.
    public FluidNodes build() {
        return FluidNodes.ofBits(box, words);
    }
}
