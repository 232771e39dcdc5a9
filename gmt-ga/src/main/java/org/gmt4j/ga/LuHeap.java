package org.gmt4j.ga;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A node's arrays of a factorisation: its blocks and two panels. They are as large as its part of the matrix, and to
 * allocate and collect them takes up to a tenth of the time of a factorisation, so the matrix keeps them for its next
 * one while the heap has room. Owned by one task.
 */
record LuHeap(LuCells cells, LuPanel[] panels) {
    private static final int PANELS = 2;

    /** Takes what a matrix has kept, or allocates it. */
    static LuHeap take(final AtomicReference<SoftReference<LuHeap>> kept, final LuGrid grid) {
        final SoftReference<LuHeap> last = kept.getAndSet(null);
        final LuHeap heap = last == null ? null : last.get();
        if (heap == null) {
            final LuPanel[] panels = new LuPanel[PANELS];
            for (int i = 0; i < PANELS; i++) {
                panels[i] = new LuPanel(grid);
            }
            return new LuHeap(new LuCells(grid), panels);
        }
        heap.cells.begin();
        return heap;
    }

    /** Gives it back to the matrix. */
    void keep(final AtomicReference<SoftReference<LuHeap>> kept) {
        kept.set(new SoftReference<>(this));
    }

    /** Returns the panel of a step. */
    LuPanel panel(final int step) {
        return panels[step % PANELS];
    }
}
