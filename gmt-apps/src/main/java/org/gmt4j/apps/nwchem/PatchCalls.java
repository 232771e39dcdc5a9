package org.gmt4j.apps.nwchem;

import org.gmt4j.apps.trial.Words64;
import org.gmt4j.ga.Box;

/**
 * Calls of one verb: how many in so many tasks, and their patches. All patches have the same number of rows; columns
 * differ by one, so that the bytes of a whole period are exact. Immutable; any thread.
 *
 * @param period  tasks after which the pattern comes again
 * @param calls   calls of a period
 * @param rows    rows of a patch
 * @param columns columns of all patches of a period together
 * @param stream  number of the random sequence that places the patches
 */
record PatchCalls(long period, long calls, int rows, long columns, long stream) {

    /** Returns the number of the first call of a task: those of the tasks before it. */
    long first(final long task) {
        return task / period * calls + task % period * calls / period;
    }

    /** Returns the columns of a call's patch. */
    int width(final long call) {
        final long inPeriod = call % calls;
        return (int) ((inPeriod + 1) * columns / calls - inPeriod * columns / calls);
    }

    /** Returns the elements of the calls before one. */
    long elementsBefore(final long call) {
        return rows * (call / calls * columns + call % calls * columns / calls);
    }

    /** Returns the elements of the largest patch. */
    int largest() {
        return (int) (rows * ((columns + calls - 1) / calls));
    }

    /** Returns the most rows or columns of a patch. */
    int longest() {
        return (int) Math.max(rows, (columns + calls - 1) / calls);
    }

    /** Returns where a call's patch lies in a square matrix. */
    Box box(final long call, final int extent, final long seed) {
        final int width = width(call);
        final long row = Words64.below(extent - rows + 1L, Words64.random(seed + stream, 2 * call));
        final long column = Words64.below(extent - width + 1L, Words64.random(seed + stream, 2 * call + 1));
        return Box.of(row, row + rows, column, column + width);
    }
}
