package org.gmt4j.ga;

import java.util.Arrays;
import java.util.Locale;
import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.fibers.SuspendExecution;

/**
 * How often a matrix was called, or all matrices of a cluster were, and how many bytes moved, by kind; those of one
 * node or the sum of several. Operations and bytes are also those of {@link MatrixMath}, {@link LuFactorisation} and
 * updates of ghosts, which read and write in as many pieces as they like and count no calls of patches for them.
 * Immutable; any thread.
 */
public final class CallTable implements Transferable {
    /** Of each kind: calls, bytes, bytes of other nodes, one-sided operations. */
    static final int COLUMNS = 4;
    private static final int KINDS = CallKind.values().length;
    /** No calls. */
    public static final CallTable NONE = new CallTable(new long[COLUMNS * KINDS]);
    private final long[] rows;

    /** @param rows calls by kind, then bytes, then bytes from or to other nodes, then one-sided operations */
    CallTable(final long[] rows) {
        this.rows = rows;
    }

    /**
     * Returns what all nodes have called so far of all matrices of the cluster: of those that have been destroyed, too,
     * of earlier jobs, and of those that functions of this library make for themselves. What a part of a program calls
     * is the difference of two, see {@link #minus}; exact where no other task uses a matrix meanwhile. Costs one
     * message from each node, and calls of matrices nothing.
     */
    public static CallTable ofAll(final TaskContext ctx) throws SuspendExecution {
        return ctx.callOnAll(node -> ofAllHere(node)).stream().reduce(NONE, CallTable::plus);
    }

    /** Returns what this node has called so far of all matrices, as {@link #ofAll} counts; sends nothing. */
    public static CallTable ofAllHere(final TaskContext ctx) {
        return NodeCalls.of(ctx).table();
    }

    /** Returns the calls by the program; those that were refused are none. */
    public long calls(final CallKind kind) {
        return rows[kind.ordinal()];
    }

    /** Returns the bytes that were asked for, wherever they were. */
    public long bytes(final CallKind kind) {
        return rows[KINDS + kind.ordinal()];
    }

    /** Returns the bytes of other nodes than the caller's. */
    public long remoteBytes(final CallKind kind) {
        return rows[2 * KINDS + kind.ordinal()];
    }

    /**
     * Returns the one-sided operations that have been issued: of a patch one for each owner, see {@link GlobalMatrix}
     * for the longest; of a list one for each owner of 65,536 elements.
     */
    public long operations(final CallKind kind) {
        return rows[3 * KINDS + kind.ordinal()];
    }

    /** Returns the sum of two tables. */
    public CallTable plus(final CallTable other) {
        final long[] sum = rows.clone();
        Arrays.setAll(sum, i -> sum[i] + other.rows[i]);
        return new CallTable(sum);
    }

    /** Returns what this table has more than another one, such as an earlier one of the same matrices. */
    public CallTable minus(final CallTable other) {
        final long[] rest = rows.clone();
        Arrays.setAll(rest, i -> rest[i] - other.rows[i]);
        return new CallTable(rest);
    }

    /** Returns a table of a line for each kind that was called, or of which operations were issued. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-20s %12s %12s %16s %16s%n",
            "kind", "calls", "operations", "bytes", "remote bytes"));
        for (final CallKind kind : CallKind.values()) {
            if (calls(kind) > 0 || operations(kind) > 0) {
                text.append(String.format(Locale.ROOT, "%-20s %12d %12d %16d %16d%n",
                    kind.name().toLowerCase(Locale.ROOT).replace('_', ' '), calls(kind), operations(kind),
                    bytes(kind), remoteBytes(kind)));
            }
        }
        return text.toString();
    }
}
