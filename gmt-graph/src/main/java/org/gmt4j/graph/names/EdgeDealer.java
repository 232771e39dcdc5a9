package org.gmt4j.graph.names;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.gmt4j.NodeLocal;
import org.gmt4j.PendingResult;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.NameNumbers;
import org.gmt4j.graph.source.WeightKind;

/**
 * Reads edges that can be read once only, and deals them to the nodes, chunk by chunk: to whichever node has time, the
 * reader's own last. Owned by one task. Per edge: its ends are copied, texts as bytes.
 *
 * <p>Memory: two chunks for each node, of 32,768 edges or 64 KB of names, and two names more.
 */
public final class EdgeDealer {
    private static final int CHUNK = 1 << 15;
    /** Chunks of a node that are under way at a time: one travels while it takes the other. */
    private static final int UNDER_WAY = 2;

    private final TaskContext ctx;
    private final NodeLocal<Intake> intake;
    private final boolean isWeighted;
    private final boolean areTexts;
    private final List<Deque<PendingResult<Boolean>>> underWay = new ArrayList<>();
    private final long[] from = new long[CHUNK];
    private final long[] to = new long[CHUNK];
    private final long[] words = new long[CHUNK];
    private final TextBlock names = new TextBlock();
    private int count;
    private long place;

    private EdgeDealer(final TaskContext ctx, final EdgeSource source, final NodeLocal<Intake> intake) {
        this.ctx = ctx;
        this.intake = intake;
        areTexts = source.hasTextNames();
        isWeighted = source.weightKind() != WeightKind.NONE;
        for (int node = 0; node < ctx.nodeCount(); node++) {
            underWay.add(new ArrayDeque<>());
        }
    }

    /** Reads the first part of a source, which has all edges; they have come in everywhere when this returns. */
    public static void deal(final TaskContext ctx, final EdgeSource source, final NodeLocal<Intake> intake)
        throws SuspendExecution {
        final EdgeDealer dealer = new EdgeDealer(ctx, source, intake);
        try (PartReader reader = PartReader.open(ctx, source, 0, 1, dealer.areTexts ? dealer.new Keeper() : null)) {
            dealer.deal(reader);
        } finally {
            dealer.awaitRest();
        }
    }

    /** Keeps the names of the edges that are being read, without numbers: as many as may travel at a time. */
    private final class Keeper implements NameNumbers {
        @Override
        public int number(final byte[] bytes, final int offset, final int length) {
            NameNumbers.requireLength(length);
            names.add(bytes, offset, length);
            return 0;
        }

        @Override
        public boolean isFull() {
            return names.isFull();
        }
    }

    private void deal(final PartReader reader) throws SuspendExecution {
        final EdgeBatch batch = new EdgeBatch();
        while (reader.next(ctx, batch)) {
            for (int i = 0; i < batch.count(); i++) {
                from[count] = batch.source(i);
                to[count] = batch.target(i);
                words[count++] = batch.word(i);
            }
            if (count > CHUNK - EdgeBatch.CAPACITY || names.isFull()) {
                send();
            }
            ctx.yield();
        }
        if (count > 0) {
            send();
        }
        for (final Deque<PendingResult<Boolean>> chunks : underWay) {
            while (!chunks.isEmpty()) {
                ctx.await(chunks.remove());
            }
        }
    }

    /** After a failure: whoever is told of it frees what chunks under way still write to. */
    private void awaitRest() throws SuspendExecution {
        for (final Deque<PendingResult<Boolean>> chunks : underWay) {
            while (!chunks.isEmpty()) {
                try {
                    ctx.await(chunks.remove());
                } catch (final RuntimeException e) {
                    // the failure that brought us here is the one to report
                }
            }
        }
    }

    private void send() throws SuspendExecution {
        final int target = idlest();
        final long first = place;
        final NodeLocal<Intake> intakes = intake;
        final long[] weights = isWeighted ? Arrays.copyOf(words, count) : new long[0];
        if (areTexts) {
            final byte[] block = names.take();
            underWay.get(target).add(ctx.callNb(target, node -> {
                intakes.get().takeTexts(node, block, weights, first);
                return true;
            }));
        } else {
            final long[] sources = Arrays.copyOf(from, count);
            final long[] targets = Arrays.copyOf(to, count);
            underWay.get(target).add(ctx.callNb(target, node -> {
                intakes.get().take(node, sources, targets, weights, first);
                return true;
            }));
        }
        ctx.progressed(count);
        place += count;
        count = 0;
    }

    /** A node that has no more than it needs; waits where all have. */
    private int idlest() throws SuspendExecution {
        for (int node = ctx.nodeCount() - 1; node >= 0; node--) {
            final Deque<PendingResult<Boolean>> chunks = underWay.get(node);
            while (!chunks.isEmpty() && chunks.peek().test()) {
                ctx.await(chunks.remove());
            }
            if (chunks.size() < UNDER_WAY) {
                return node;
            }
        }
        final int last = ctx.nodeCount() - 1;
        ctx.await(underWay.get(last).remove());
        return last;
    }
}
