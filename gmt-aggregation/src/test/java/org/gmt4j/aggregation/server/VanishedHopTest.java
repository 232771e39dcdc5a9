package org.gmt4j.aggregation.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.RemoteCommandException;
import org.gmt4j.aggregation.server.EdgeRig.Member;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.RoutingRule;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyConfig.Replies;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A node in the middle of the others' ways goes: what must pass it fails with its name, the rest goes on, nothing is
 * held for ever.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class VanishedHopTest {
    private static final long WORD = CommandWord.base(CommandType.UPDATE, 0);
    private static final int COUNT = 7;

    private VirtualTopology topology;
    private EdgeRig rig;

    private void open(final TopologyKind kind, final int nodes, final int buffers, final Replies replies) {
        topology = VirtualTopology.of(kind, nodes);
        rig = new EdgeRig(topology, new TopologyConfig("", RoutingRule.LDF, buffers, 512, replies),
            transport -> transport);
        rig.members.forEach(member -> member.server.onTrouble(member));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** The nodes after {@code from} on the way to {@code to}, the last included, hold {@code hop}. */
    private boolean goesBy(final int hop, final int from, final int to) {
        for (int at = from; at != to; ) {
            at = Routes.of(topology, at).nextHop(to);
            if (at == hop) {
                return true;
            }
        }
        return false;
    }

    /** Commands from each survivor to each node, a completion for each pair. */
    private CountingCompletion[][] sendAll(final int gone) {
        final int nodes = topology.nodeCount();
        final CountingCompletion[][] completions = new CountingCompletion[nodes][nodes];
        for (final Member member : rig.members) {
            for (int to = 0; to < nodes && member.nodeId != gone; to++) {
                completions[member.nodeId][to] = new CountingCompletion();
                for (int i = 0; i < COUNT; i++) {
                    member.aggregator.update(to, WORD, i, completions[member.nodeId][to]);
                }
            }
            member.aggregator.flushAll(FlushReason.FORCED);
        }
        return completions;
    }

    private void assertOutcome(final int gone, final int from, final int to, final CountingCompletion completion) {
        final String pair = from + " to " + to + " without " + gone;
        assertTrue(completion.isComplete(), pair);
        assertEquals(goesBy(gone, from, to), completion.hasFailed(), pair);
        if (completion.hasFailed()) {
            final Throwable failure = completion.takeFailure();
            assertTrue(failure.getMessage().contains("node " + gone), failure.getMessage());
            if (failure instanceof RemoteCommandException) {
                assertEquals(gone, ((RemoteCommandException) failure).nodeId(), pair);
                assertEquals(CommandFailure.UNREACHABLE, ((RemoteCommandException) failure).failure());
                assertTrue(to == gone || failure.getMessage().contains("commands for node " + to),
                    failure.getMessage());
            }
        }
    }

    private boolean isResting(final Member member, final int gone) {
        return isResting(member, member.requests(), gone)
            && (member.server.edges().replies() == null || isResting(member, member.server.edges().replies(), gone));
    }

    /** All buffers are empty and all credits are here, but for the edge to the node that has gone. */
    private boolean isResting(final Member member, final EdgeTraffic traffic, final int gone) {
        boolean isResting = traffic.buffers().inUse() == 0 && traffic.waitingBlocks() == 0;
        for (int node = 0; node < topology.nodeCount(); node++) {
            final int edge = node == member.nodeId ? -1 : traffic.edgeTo(node);
            if (edge >= 0 && node != gone) {
                isResting &= traffic.credits().inUse(edge) == 0 && traffic.buffers().owed(edge) == 0;
            }
        }
        return isResting;
    }

    private List<Member> survivors(final int gone) {
        return rig.members.stream().filter(member -> member.nodeId != gone).toList();
    }

    @ParameterizedTest
    @CsvSource({"MFCG, 4, 1", "MFCG, 9, 2", "MFCG, 7, 1", "CFCG, 8, 1", "CFCG, 11, 2", "HYPERCUBE, 8, 1",
        "HYPERCUBE, 16, 4"})
    void shouldFailWhatMustPassItAndNothingElse(final TopologyKind kind, final int nodes, final int buffers) {
        for (int gone = 0; gone < nodes; gone++) {
            final int hop = gone;
            open(kind, nodes, buffers, Replies.DIRECT);
            sendAll(-1);
            rig.runUntil(() -> rig.members.stream().allMatch(member -> member.aggregator.inFlight().count() == 0
                && isResting(member, -1)));
            node(gone).vanish();
            for (int round = 0; round < 2; round++) {
                final CountingCompletion[][] completions = sendAll(gone);
                rig.runUntil(() -> survivors(hop).stream().allMatch(member -> member.aggregator.inFlight().count() == 0
                    && isResting(member, hop)));
                for (final Member member : survivors(gone)) {
                    for (int to = 0; to < nodes; to++) {
                        assertOutcome(gone, member.nodeId, to, completions[member.nodeId][to]);
                    }
                    assertEquals(0, member.aggregator.counters().staleReplies());
                    assertFalse(member.told.stream().anyMatch(what -> !what.endsWith(" " + hop)),
                        member.told::toString);
                }
            }
            rig.close();
        }
        open(kind, nodes, buffers, Replies.DIRECT);
    }

    /**
     * It stands still, full of others' blocks, and then goes: only what it held is lost, and no edge but those to it
     * stays used.
     */
    @ParameterizedTest
    @CsvSource({"MFCG, 4, 1, DIRECT", "CFCG, 8, 2, DIRECT", "HYPERCUBE, 8, 1, DIRECT", "MFCG, 4, 1, ROUTED",
        "MFCG, 9, 2, ROUTED", "CFCG, 8, 1, ROUTED", "HYPERCUBE, 16, 2, ROUTED"})
    void shouldHoldNothingOfOthersWhenItGoesInTheMiddle(final TopologyKind kind, final int nodes, final int buffers,
                                                        final Replies replies) {
        for (int gone = 0; gone < nodes; gone++) {
            final int hop = gone;
            open(kind, nodes, buffers, replies);
            node(gone).isGone = true;                    // stands still
            final CountingCompletion[][] completions = sendAll(gone);
            rig.run(50);
            node(gone).vanish();
            rig.runUntil(() -> survivors(hop).stream().allMatch(member -> isResting(member, hop)));
            for (final Member member : survivors(gone)) {
                for (int to = 0; to < nodes; to++) {
                    final int target = to;
                    final boolean answerGoesByIt = replies == Replies.ROUTED && to != member.nodeId
                        && goesBy(gone, to, member.nodeId);
                    if (!goesBy(gone, member.nodeId, to) && !answerGoesByIt) {
                        rig.runUntil(() -> completions[member.nodeId][target].isComplete());
                        assertOutcome(gone, member.nodeId, to, completions[member.nodeId][to]);
                    }
                }
            }
            rig.close();
        }
        open(kind, nodes, buffers, replies);
    }

    /** Its last buffers are read when nobody is there any more to take the acknowledgements. */
    @ParameterizedTest
    @CsvSource({"MFCG, 4, 1, DIRECT", "HYPERCUBE, 8, 2, DIRECT", "MFCG, 9, 1, ROUTED"})
    void shouldRestWhenItCannotBeToldThatItsBuffersAreEmpty(final TopologyKind kind, final int nodes,
                                                           final int buffers, final Replies replies) {
        open(kind, nodes, buffers, replies);
        final Member gone = node(0);
        for (int to = 1; to < nodes; to++) {
            gone.aggregator.update(to, WORD, to, gone.completion);
        }
        gone.aggregator.flushAll(FlushReason.FORCED);
        gone.server.send(0, 0);
        gone.vanish();
        rig.run(50);
        boolean owes = false;
        for (final Member member : survivors(0)) {
            final int edge = member.requests().edgeTo(0);
            owes |= edge >= 0 && member.requests().buffers().owed(edge) > 0;
            assertFalse(member.server.hasUnsent(), member::toString);
        }
        assertTrue(owes);
    }

    private Member node(final int node) {
        return rig.members.get(node);
    }
}
