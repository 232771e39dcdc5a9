package org.gmt4j.graph.memory;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.Locality;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Memory that the nodes of a host write and read in place: one board on the first node of each host, which its other
 * processes have mapped; a cache that they share has it once. Where one of them cannot map it, for lack of room
 * for example, each node has a board of its own. Immutable but for the elements; travels as a captured value.
 *
 * @param owners the node that has the board of each node
 */
public record HostBoards(ArmciMemory memory, int[] owners) {

    /** Allocates boards of so many bytes. Called by one task, which frees them. */
    public static HostBoards allocate(final TaskContext ctx, final long bytes) throws SuspendExecution {
        final int nodes = ctx.nodeCount();
        final Locality hosts = Locality.of(ctx);
        final int[] first = IntStream.range(0, nodes).map(node -> hosts.hostMembers(hosts.hostOf(node)).get(0))
            .toArray();
        final int[] each = IntStream.range(0, nodes).toArray();
        if (!Arrays.equals(first, each)) {
            final ArmciMemory shared = allocate(ctx, first, bytes);
            if (isMapped(ctx, shared, first)) {
                return new HostBoards(shared, first);
            }
            Armci.of(ctx).free(shared);
        }
        return new HostBoards(allocate(ctx, each, bytes), each);
    }

    private static boolean isMapped(final TaskContext ctx, final ArmciMemory memory, final int[] owners)
        throws SuspendExecution {
        try {
            return !ctx.callOnAll(node -> memory.address(owners[node.nodeId()]) != 0).contains(false);
        } catch (final RuntimeException | Error failure) {
            Armci.of(ctx).free(memory);
            throw failure;
        }
    }

    private static ArmciMemory allocate(final TaskContext ctx, final int[] owners, final long bytes)
        throws SuspendExecution {
        final int[] members = IntStream.of(owners).distinct().toArray();
        return Armci.of(ctx).allocate(members, LongStream.generate(() -> bytes(bytes)).limit(members.length).toArray());
    }

    /** Bytes that a board takes where so many are needed: processes may share it however few they are. */
    public static long bytes(final long needed) {
        return Math.max(ArmciMemory.SHORTEST_MAPPED, needed);
    }

    /** The board of the node on which this code runs. */
    public HostBoard board(final TaskContext ctx) {
        return new HostBoard(ctx, memory, owners);
    }

    /** Frees the boards. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        Armci.of(ctx).free(memory);
    }
}
