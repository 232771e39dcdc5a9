package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.testing.TinyOwner;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random commands of all kinds against a model: what each operation returns and what memory holds at the end follow
 * from the order in which the lane issued them per destination. The peers execute blocks in their order, answer when
 * they like, and let answers overtake each other; visits issue commands in between. The seed names the run.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
final class AggregatorModelTest {
    private static final int NODES = 4;
    private static final int STEPS = 3_000;
    private static final int LONGS = UnsafeApi.arrayBaseOffset(long[].class);

    private Random random;
    private AggregatorRig rig;
    private final long[][] model = new long[NODES][AggregatorRig.WORDS];
    private final List<byte[]> answers = new ArrayList<>();
    private final CountingCompletion[] handles = new CountingCompletion[9];
    private final boolean[] mayFail = new boolean[handles.length];
    private final CountingCompletion visitors = new CountingCompletion();
    private final List<Check> checks = new ArrayList<>();
    private long visitCount;
    private long expectedVisitCount;

    /** A result and what it must be when everything has come back. */
    private record Check(long[] result, long[] expected, int step) {
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldReturnWhatTheModelReturns(final long seed) {
        random = new Random(seed);
        // The last words belong to visits, so that what lanes and visits do commutes.
        final AggregationConfig config = new AggregationConfig(128 + 8 * random.nextInt(20), 1 + random.nextInt(12),
            0, 1024, 64, 0, 1, 1 + random.nextInt(4), 1 + random.nextInt(6), 5000, 4);
        rig = new AggregatorRig(config, NODES, this::visit);
        for (int i = 0; i < handles.length; i++) {
            handles[i] = new CountingCompletion();
        }
        rig.onRelieve = this::peersDoSomething;
        rig.onBlockClosed = () -> {
            if (random.nextInt(4) == 0) {
                peersDoSomething();
            }
        };
        for (int step = 0; step < STEPS; step++) {
            rig.nowNs += random.nextInt(50);
            final int choice = random.nextInt(100);
            if (choice < 90) {
                issue(step);
            } else if (choice < 95) {
                peersDoSomething();
            } else if (choice < 98) {
                rig.aggregator.flushExpired(rig.nowNs, random.nextInt(400));
            } else {
                rig.aggregator.flush(random.nextInt(NODES), FlushReason.FORCED);
            }
        }
        drain();
        check(seed + " " + config);
        rig.close();
    }

    private void issue(final int step) {
        final int node = random.nextInt(NODES);
        // Few completions at a time, so that runs form.
        final int handle = (step / 20 + random.nextInt(2)) % (handles.length - 1);
        final CountingCompletion owner = handles[handle];
        final int offset = random.nextInt(AggregatorRig.WORDS - 8);
        final long[] words = model[node];
        final long operand = random.nextLong();
        final Aggregator aggregator = rig.aggregator;
        final long[] result = new long[3];
        final long place = RequestBlock.toElement(3, LONGS, 1);
        switch (random.nextInt(9)) {
            case 0, 1 -> {
                final int operator = random.nextInt(CommandType.ADD_FLOATING);
                aggregator.update(node, CommandWord.base(CommandType.UPDATE + operator, 0) | offset, operand, owner);
                words[offset] = TinyOwner.apply(operator, words[offset], operand);
            }
            case 2 -> {
                final int operator = random.nextInt(CommandType.ADD_FLOATING);
                aggregator.fetch(node, CommandWord.base(CommandType.FETCH + operator, 0) | offset, operand,
                    owner, result, place);
                checks.add(new Check(result, new long[] {0, words[offset], 0}, step));
                words[offset] = TinyOwner.apply(operator, words[offset], operand);
            }
            case 3 -> {
                aggregator.fetch(node, Words.get(offset), owner, result, place);
                checks.add(new Check(result, new long[] {0, words[offset], 0}, step));
            }
            case 4 -> {
                final long expected = random.nextBoolean() ? words[offset] : operand;
                aggregator.fetch(node, Words.compareAndSet(offset), expected, operand, owner, result, place);
                checks.add(new Check(result, new long[] {0, words[offset], 0}, step));
                words[offset] = words[offset] == expected ? operand : words[offset];
            }
            case 5 -> {
                final int count = 1 + random.nextInt(Math.min(8, aggregator.maxGetLength() / 8));
                final long[] target = new long[count + 2];
                final long[] expected = new long[count + 2];
                System.arraycopy(words, offset, expected, 1, count);
                aggregator.fetchBulk(node, Words.getBulk(offset), count * 8, owner, target, LONGS + 8L);
                checks.add(new Check(target, expected, step));
            }
            case 6 -> put(node, offset, owner, words);
            case 7 -> {
                final int hops = random.nextInt(4);
                aggregator.update(node, Words.visit(random.nextInt(100)), hops, owner);
                expectedVisitCount += hops + 1;
            }
            default -> {
                mayFail[handles.length - 1] = true;
                aggregator.update(node, Words.add(CommandWord.MAX_OFFSET), operand, handles[handles.length - 1]);
            }
        }
    }

    private void put(final int node, final int offset, final CountingCompletion owner, final long[] words) {
        final int most = Math.min(8, (rig.aggregator.maxCommandLength() - 16) / 8);
        final int count = 1 + random.nextInt(most);
        final long at = rig.aggregator.claim(node, 16 + count * 8, owner);
        UnsafeApi.putLong(at, Words.put(offset));
        UnsafeApi.putLong(at + 8, count * 8L);
        for (int i = 0; i < count; i++) {
            final long value = random.nextLong();
            words[offset + i] = value;
            UnsafeApi.putLong(at + 16 + i * 8L, value);
        }
        rig.aggregator.commit(node);
    }

    /** Runs inside the execution of blocks. */
    private void visit(final long index, final long hops) {
        visitCount++;
        if (hops > 0) {
            rig.aggregator.update((int) (index * 31 + hops) % NODES, Words.visit(index + 1), hops - 1, visitors);
        }
    }

    private void peersDoSomething() {
        final int node = random.nextInt(NODES);
        if (random.nextBoolean() && !rig.inFlight.get(node).isEmpty()) {
            // Execution in order; its answer may wait. The credit is given back by the answer only.
            final AggregatorRig.Sent sent = rig.inFlight.get(node).remove();
            answers.add(rig.execute(sent));
        } else if (!answers.isEmpty()) {
            assertTrue(rig.deliver(answers.remove(random.nextInt(answers.size()))));
        }
    }

    private void drain() {
        for (int round = 0; rig.aggregator.hasOpenBlocks() || rig.aggregator.inFlight().count() > 0; round++) {
            assertTrue(round < 1_000_000, () -> "does not drain: " + rig);
            if (round % 10 == 0) {
                rig.aggregator.flushAll(FlushReason.IDLE);
            }
            peersDoSomething();
        }
    }

    private void check(final String run) {
        for (final Check check : checks) {
            assertEquals(java.util.Arrays.toString(check.expected), java.util.Arrays.toString(check.result),
                () -> run + " step " + check.step);
        }
        for (int node = 0; node < NODES; node++) {
            assertEquals(java.util.Arrays.toString(model[node]),
                java.util.Arrays.toString(rig.owners[node].words()), run);
        }
        for (int i = 0; i < handles.length; i++) {
            assertEquals(0, handles[i].pendingCount(), run);
            assertTrue(handles[i].completionCount() > 0, run);
            assertEquals(mayFail[i], handles[i].hasFailed(), run);
        }
        assertEquals(0, visitors.pendingCount(), run);
        assertEquals(expectedVisitCount, visitCount, run);
        assertEquals(0, rig.aggregator.counters().staleReplies(), run);
        assertTrue(rig.aggregator.memoryInBytes() <= (long) rig.config.poolBlocks() * rig.config.blockLength(), run);
    }
}
