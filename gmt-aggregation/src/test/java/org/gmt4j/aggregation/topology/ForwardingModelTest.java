package org.gmt4j.aggregation.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Nodes that run the state machines of edges step by step in a random order, with as few buffers as there can be: all
 * requests arrive, in order, and every credit comes home.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ForwardingModelTest {
    @ParameterizedTest
    @EnumSource(TopologyKind.class)
    void shouldDeliverWithOneBufferPerEdge(final TopologyKind kind) {
        for (final int nodes : new int[] {1, 2, 3, 5, 7, 8, 11, 13, 27, 32}) {
            for (final RoutingRule rule : RoutingRule.values()) {
                new Model(VirtualTopology.of(kind, nodes, kind.defaultShape(nodes), rule), 1, 1, nodes).run(true, 12);
                new Model(VirtualTopology.of(kind, nodes, kind.defaultShape(nodes), rule), 1, 1, nodes).run(false, 40);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"MFCG,13,1,3", "MFCG,13,2,3", "CFCG,29,4,2", "HYPERCUBE,27,1,4", "HYPERCUBE,27,8,4"})
    void shouldDeliverWithMoreBuffersAndBlocks(final TopologyKind kind, final int nodes, final int buffers,
                                               final int blocks) {
        for (long seed = 0; seed < 5; seed++) {
            new Model(VirtualTopology.of(kind, nodes), buffers, blocks, seed).run(true, 12);
            new Model(VirtualTopology.of(kind, nodes), buffers, blocks, seed).run(false, 40);
        }
    }

    /** A request is origin, target and number in one long. */
    private static final class Model {
        private final VirtualTopology topology;
        private final int nodeCount;
        private final int mostBlocks;
        private final Random random;
        private final List<Member> members = new ArrayList<>();
        private final long[][] nextNumber;
        private long delivered;

        Model(final VirtualTopology topology, final int buffers, final int mostBlocks, final long seed) {
            this.topology = topology;
            this.mostBlocks = mostBlocks;
            random = new Random(seed);
            nodeCount = topology.nodeCount();
            nextNumber = new long[nodeCount][nodeCount];
            for (int node = 0; node < nodeCount; node++) {
                members.add(new Member(Routes.of(topology, node), buffers));
            }
        }

        void run(final boolean allToAll, final int each) {
            long issued = 0;
            for (int node = 0; node < nodeCount; node++) {
                for (int i = 0; i < each; i++) {
                    for (int target = 0; target < (allToAll ? nodeCount : 1); target++) {
                        if (target != node) {
                            final int edge = members.get(node).routes.edgeTo(members.get(node).routes.nextHop(target));
                            members.get(node).local.get(edge).add((long) node << 40 | (long) target << 20 | i);
                            issued++;
                        }
                    }
                }
            }
            // Each step moves something or looks in vain; a long row of vain looks is a dead-lock.
            for (int vain = 0; delivered < issued; vain++) {
                vain = members.get(random.nextInt(nodeCount)).step() ? 0 : vain;
                if (vain > 2000 * nodeCount) {
                    throw new AssertionError("dead-lock in " + topology + ": " + delivered + " of " + issued);
                }
            }
            members.forEach(Member::acknowledge);
            for (final Member member : members) {
                for (int edge = 0; edge < member.routes.edgeCount(); edge++) {
                    while (member.receive(edge)) {
                        assertTrue(member.inbox.get(edge).isEmpty(), "all has been delivered");
                    }
                }
            }
            for (final Member member : members) {
                assertEquals(0, member.buffers.inUse());
                for (int edge = 0; edge < member.routes.edgeCount(); edge++) {
                    assertEquals(0, member.credits.inUse(edge));
                }
            }
            assertEquals(issued, delivered);
        }

        private final class Member {
            private final Routes routes;
            private final EdgeCredits credits;
            private final EdgeBuffers buffers;
            private final List<ForwardQueue> forwards = new ArrayList<>();
            private final List<ArrayDeque<Long>> local = new ArrayList<>();
            private final List<ArrayDeque<long[]>> inbox = new ArrayList<>();
            private final int[] acknowledged;

            Member(final Routes routes, final int perEdge) {
                this.routes = routes;
                credits = new EdgeCredits(routes.edgeCount(), perEdge);
                buffers = new EdgeBuffers(routes.edgeCount(), perEdge);
                acknowledged = new int[routes.edgeCount()];
                for (int edge = 0; edge < routes.edgeCount(); edge++) {
                    forwards.add(new ForwardQueue());
                    local.add(new ArrayDeque<>());
                    inbox.add(new ArrayDeque<>());
                }
            }

            boolean step() {
                if (routes.edgeCount() == 0) {
                    return false;
                }
                final int edge = random.nextInt(routes.edgeCount());
                switch (random.nextInt(3)) {
                    case 0:
                        return receive(edge);
                    case 1:
                        return send(edge);
                    default:
                        return acknowledge();
                }
            }

            private boolean receive(final int edge) {
                if (acknowledged[edge] > 0) {
                    credits.giveBack(edge, acknowledged[edge]);
                    acknowledged[edge] = 0;
                    return true;
                }
                final long[] buffer = inbox.get(edge).poll();
                if (buffer == null) {
                    return false;
                }
                int slot = -1;
                for (final long request : buffer) {
                    final int target = (int) (request >> 20) & 0xfffff;
                    if (target == routes.nodeId()) {
                        deliver(request);
                        continue;
                    }
                    if (slot < 0) {
                        slot = buffers.admit(edge, 1);
                        assertTrue(slot >= 0, "a credit, but no slot");
                    } else {
                        buffers.join(slot, 1);
                    }
                    forwards.get(routes.edgeTo(routes.nextHop(target))).add(request, slot);
                }
                if (slot < 0) {
                    buffers.passed(edge);
                }
                return true;
            }

            private boolean send(final int edge) {
                final ForwardQueue forward = forwards.get(edge);
                if (forward.isEmpty() && local.get(edge).isEmpty() || !credits.tryTake(edge)) {
                    return false;
                }
                final List<Long> buffer = new ArrayList<>();
                final int forwarded = random.nextBoolean() && !local.get(edge).isEmpty() ? 0
                    : Math.min(mostBlocks, forward.size());
                for (int i = 0; i < forwarded; i++) {
                    buffer.add(forward.block(i));
                    buffers.leave(forward.slot(i));
                }
                forward.remove(forwarded);
                while (buffer.size() < mostBlocks && !local.get(edge).isEmpty()) {
                    buffer.add(local.get(edge).remove());
                }
                final Member other = members.get(routes.neighbour(edge));
                other.inbox.get(other.routes.edgeTo(routes.nodeId()))
                    .add(buffer.stream().mapToLong(Long::longValue).toArray());
                return true;
            }

            private boolean acknowledge() {
                final boolean any = buffers.owingCount() > 0;
                for (int i = 0; i < buffers.owingCount(); i++) {
                    final int edge = buffers.owingEdge(i);
                    final Member other = members.get(routes.neighbour(edge));
                    other.acknowledged[other.routes.edgeTo(routes.nodeId())] += buffers.takeOwed(edge);
                }
                buffers.tidy();
                return any;
            }

            private void deliver(final long request) {
                final int origin = (int) (request >> 40);
                assertEquals(nextNumber[origin][routes.nodeId()]++, request & 0xfffff,
                    "order from " + origin + " to " + routes.nodeId());
                delivered++;
            }
        }
    }
}
