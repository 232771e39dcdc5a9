package org.gmt4j.graph.names;

import java.util.Arrays;
import java.util.List;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.TextTable;

/**
 * Makes vertices 0, 1, 2, ... of names that are texts: in ascending order of their UTF-8, so that they do not depend on
 * the number of nodes, nor on who has read which edge. Called by one task.
 *
 * <pre>
 * sample     some names of each thread give bounds that cut all names into as many ranges as there are nodes
 * send       every thread sends its names, each once, to the nodes of their ranges, which keep each once
 * sort       each node its range
 * hand over  names go to the nodes of their vertices: the lists of {@link VertexNames}
 * answer     every thread asks for the vertices of what it has sent, block by block
 * </pre>
 *
 * <p>Time: that of sorting, and each name of each thread travels once. Memory see {@link NameRange}; blocks of 64 KB.
 */
public final class TextDirectory {
    private static final int SAMPLES = 64;
    /** Bounds need not be names: their beginnings do. Addresses have much in common before they differ. */
    static final int LONGEST_BOUND = 1 << 10;

    private TextDirectory() {
    }

    /** Finds the vertices of all names that have come in. */
    public static VertexNames build(final TaskContext ctx, final NodeLocal<Intake> intake) throws SuspendExecution {
        final byte[] bounds = bounds(ctx.callOnAll(node -> intake.get().sample(SAMPLES, LONGEST_BOUND)),
            ctx.nodeCount());
        final NodeLocal<NameRange> ranges = NodeLocal.create(ctx, node -> new NameRange(intake.get().room()));
        NodeLocal<NameList> lists = null;
        try {
            ctx.executeOnAll(node -> send(node, intake.get(), ranges, TextBlock.texts(bounds)));
            final long[] starts = starts(ctx.callOnAll(node -> sort(node, ranges.get())));
            final long count = starts[starts.length - 1];
            lists = NodeLocal.create(ctx, node -> new NameList(count, node.nodeCount(), intake.get().room()));
            final NodeLocal<NameList> names = lists;
            ctx.executeOnAll(node -> handOver(node, ranges.get(), names, starts[node.nodeId()],
                starts[node.nodeId() + 1]));
            final byte[] firsts = block(ctx.callOnAll(node -> names.get().first()));
            ctx.executeOnAll(node -> names.get().setBounds(firsts));
            ctx.executeOnAll(node -> answer(node, intake.get(), ranges, starts));
            return VertexNames.texts(count, lists);
        } catch (final RuntimeException | Error failure) {
            if (lists != null) {
                lists.free(ctx);
            }
            throw failure;
        } finally {
            ranges.free(ctx);
        }
    }

    /** On a plain thread: a million names take a tenth of a second. */
    private static long sort(final TaskContext ctx, final NameRange range) throws SuspendExecution {
        return ctx.callBlocking(range::sort);
    }

    private static long[] starts(final List<Long> counts) {
        final long[] starts = new long[counts.size() + 1];
        for (int node = 0; node < counts.size(); node++) {
            starts[node + 1] = starts[node] + counts.get(node);
        }
        return starts;
    }

    private static byte[] block(final List<byte[]> texts) {
        final TextBlock block = new TextBlock();
        for (final byte[] text : texts) {
            if (text != null) {
                block.add(text);
            }
        }
        return block.take();
    }

    /** One less than nodes, ascending: where the ranges of the nodes behind the first one begin. */
    static byte[] bounds(final List<byte[]> samples, final int nodes) {
        final byte[][] all = samples.stream().flatMap(block -> Arrays.stream(TextBlock.texts(block)))
            .sorted(Arrays::compareUnsigned).toArray(byte[][]::new);
        final TextBlock bounds = new TextBlock();
        for (int node = 1; node < nodes && all.length > 0; node++) {
            bounds.add(all[(int) ((long) all.length * node / nodes)]);
        }
        return bounds.take();
    }

    private static void send(final TaskContext ctx, final Intake intake, final NodeLocal<NameRange> ranges,
                             final byte[][] bounds) throws SuspendExecution {
        ctx.parFor(intake.laneCount(), 1, SpawnPolicy.LOCAL,
            (lane, high, c) -> send(c, intake.lane((int) lane), ranges, bounds));
    }

    private static void send(final TaskContext ctx, final EdgeIntake lane, final NodeLocal<NameRange> ranges,
                             final byte[][] bounds) throws SuspendExecution {
        final TextTable table = lane.texts();
        final TextBlock[] blocks = new TextBlock[bounds.length + 1];
        final int[][] numbers = new int[blocks.length][1 << 10];
        Arrays.setAll(blocks, i -> new TextBlock());
        for (int number = 0; number < table.count(); number++) {
            final int target = target(table, number, bounds);
            final TextBlock block = blocks[target];
            if (block.count() == numbers[target].length) {
                numbers[target] = Arrays.copyOf(numbers[target], 2 * block.count());
            }
            numbers[target][block.count()] = number;
            block.add(table.texts(), number);
            if (block.isFull()) {
                send(ctx, lane, ranges, target, block, numbers[target]);
            }
        }
        for (int target = 0; target < blocks.length; target++) {
            send(ctx, lane, ranges, target, blocks[target], numbers[target]);
        }
    }

    private static int target(final TextTable table, final int number, final byte[][] bounds) {
        int low = 0;
        int high = bounds.length;
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (table.texts().compare(number, bounds[middle]) < 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static void send(final TaskContext ctx, final EdgeIntake lane, final NodeLocal<NameRange> ranges,
                             final int target, final TextBlock block, final int[] numbers) throws SuspendExecution {
        if (block.count() > 0) {
            final int[] sent = Arrays.copyOf(numbers, block.count());
            final byte[] bytes = block.take();
            final int id = target == ctx.nodeId() ? ranges.get().take(bytes)
                : ctx.call(target, node -> ranges.get().take(bytes));
            lane.noteSent(new EdgeIntake.Sent(target, id, sent));
        }
    }

    private static void handOver(final TaskContext ctx, final NameRange range, final NodeLocal<NameList> lists,
                                 final long start, final long end) throws SuspendExecution {
        final int sender = ctx.nodeId();
        final TextBlock block = new TextBlock();
        final NameList here = lists.get();
        long first = start;
        for (long vertex = start; vertex < end; vertex++) {
            range.copy((int) (vertex - start), block);
            if (block.isFull() || vertex + 1 == end || vertex + 1 == here.end(vertex)) {
                final long from = first;
                final byte[] bytes = block.take();
                ctx.execute(here.owner(vertex), node -> lists.get().take(sender, from, bytes));
                first = vertex + 1;
            }
        }
    }

    private static void answer(final TaskContext ctx, final Intake intake, final NodeLocal<NameRange> ranges,
                               final long[] starts) throws SuspendExecution {
        ctx.parFor(intake.laneCount(), 1, SpawnPolicy.LOCAL,
            (lane, high, c) -> answer(c, intake.lane((int) lane), ranges, starts));
    }

    private static void answer(final TaskContext ctx, final EdgeIntake lane, final NodeLocal<NameRange> ranges,
                               final long[] starts) throws SuspendExecution {
        lane.openVertices(starts[starts.length - 1] > 1L << 31);
        for (final EdgeIntake.Sent sent : lane.takeSent()) {
            final int id = sent.id();
            final int[] ranks = sent.target() == ctx.nodeId() ? ranges.get().ranks(id)
                : ctx.call(sent.target(), node -> ranges.get().ranks(id));
            lane.setVertices(sent.numbers(), ranks, starts[sent.target()]);
        }
    }
}
