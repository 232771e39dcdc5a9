package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Credits, order and rendezvous of the gate alone: what whole aggregators hide, since they ask before they send. */
final class CreditGateTest {
    private static final int NODES = 3;
    private static final int CREDITS = 2;

    private final List<RequestBlock> gone = new ArrayList<>();
    private final CreditGate gate = new CreditGate(NODES, CREDITS, gone::add);

    private static RequestBlock block(final int node, final boolean isAnnouncement) {
        final RequestBlock block = RequestBlock.full();
        block.destination = node;
        block.isAnnouncement = isAnnouncement;
        return block;
    }

    private RequestBlock send(final int node, final boolean isAnnouncement) {
        final RequestBlock block = block(node, isAnnouncement);
        gate.send(block);
        return block;
    }

    private List<Integer> unanswered() {
        final List<Integer> nodes = new ArrayList<>();
        gate.forEachUnanswered(nodes::add);
        return nodes;
    }

    /** What waits has spoken for the credits that will come back. */
    @Test
    void shouldCountWhatWaitsAsUsed() {
        send(1, true);
        assertTrue(gate.hasCredit(1));
        send(1, false);                       // behind an announcement: waits, with a credit free
        assertEquals(1, gone.size());
        assertFalse(gate.hasCredit(1), "one in flight, one waiting, two credits");
        assertTrue(gate.hasCredit(2));
        assertEquals(2, gate.unanswered(1));
        assertEquals(2, gate.unanswered());
    }

    @Test
    void shouldNotLetABlockPassOneThatWaits() {
        final RequestBlock announcement = send(1, true);
        final RequestBlock behind = send(1, false);
        final RequestBlock second = send(1, true);     // might go by itself, but would pass the one before
        assertEquals(List.of(announcement), gone);
        gate.answered(1);
        gate.rendezvousIssued(1);
        gate.rendezvousOver(1);
        gate.sendWaiting(1);
        assertEquals(List.of(announcement, behind, second), gone);
        assertEquals(0, gate.unanswered(2));
    }

    @Test
    void shouldBeClearOnlyWithoutWaitersAndRendezvous() {
        assertTrue(gate.isClear(1));
        send(1, true);
        assertFalse(gate.isClear(1), "a rendezvous is held");
        gate.rendezvousIssued(1);
        gate.answered(1);
        gate.rendezvousOver(1);
        assertTrue(gate.isClear(1));
        send(2, false);
        send(2, false);
        assertTrue(gate.isClear(2));
        send(2, false);
        assertFalse(gate.isClear(2), "one waits for a credit");
    }

    @Test
    void shouldNameAllThatIsOut() {
        assertEquals(List.of(), unanswered());
        gate.rendezvousIssued(0);
        assertEquals(List.of(0), unanswered());
        gate.sent(2);
        assertEquals(List.of(0, 2), unanswered());
        assertEquals(1, gate.unanswered(), "rendezvous are not blocks");
        assertEquals(1, gate.unanswered(2));
        gate.answered(2);
        send(1, true);
        send(1, false);
        gate.answered(1);
        assertEquals(List.of(0, 1), unanswered(), "node 1: nothing in flight, one waits");
        assertEquals(1, gate.unanswered());
        assertEquals(1, gate.rendezvous());
    }

    @Test
    void shouldCountWhatWentAnotherWay() {
        gate.sent(1);
        gate.sent(1);
        assertFalse(gate.hasCredit(1));
        send(1, false);
        assertEquals(List.of(), gone);
        gate.answered(1);
        gate.sendWaiting(1);
        assertEquals(1, gone.size());
    }

    /**
     * What was held behind rendezvous with a node that is lost goes on, and announcements among it hold nothing any
     * more.
     */
    @Test
    void shouldForgetTheRendezvousOfALostNode() {
        gate.rendezvousIssued(1);
        gate.rendezvousIssued(1);
        send(1, true);
        final RequestBlock held = send(1, false);
        final RequestBlock announcement = send(1, true);
        gate.rendezvousIssued(2);
        gate.rendezvousLost(1);
        assertEquals(0, gate.rendezvous(1));
        assertEquals(1, gate.rendezvous());
        assertFalse(announcement.isAnnouncement);
        gate.sendWaiting(1);
        assertEquals(held, gone.get(1), "nothing holds it");
        gate.answered(1);
        gate.answered(1);
        gate.sendWaiting(1);
        assertTrue(gate.isClear(1), "the announcement that waited has opened nothing");
        assertEquals(List.of(held, announcement), gone.subList(1, 3));
    }

    /** Against a plain model: never more in flight than credits, in order, and all of it in the end. */
    @Test
    void shouldKeepCreditsAndOrderWhateverHappens() {
        final SplittableRandom random = new SplittableRandom(1);
        final List<List<RequestBlock>> sent = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        final int[] answered = new int[NODES];
        for (int step = 0; step < 4_000; step++) {
            final int node = random.nextInt(NODES);
            if (random.nextInt(5) < 2 && sent.get(node).size() - answered[node] < 10) {
                sent.get(node).add(send(node, false));
            } else if (gone(node) > answered[node]) {
                gate.answered(node);
                answered[node]++;
                gate.sendWaiting(node);
            }
            assertTrue(gone(node) - answered[node] <= CREDITS);
            assertEquals(Math.min(CREDITS, sent.get(node).size() - answered[node]), gone(node) - answered[node]);
            assertEquals(sent.get(node).size() - answered[node], gate.unanswered(node));
            assertEquals(sent.get(node).size() - answered[node] < CREDITS, gate.hasCredit(node));
        }
        for (int node = 0; node < NODES; node++) {
            final int of = node;
            final List<RequestBlock> arrived = gone.stream().filter(block -> block.destination == of).toList();
            assertEquals(sent.get(node).subList(0, arrived.size()), arrived);
        }
    }

    private int gone(final int node) {
        int count = 0;
        for (final RequestBlock block : gone) {
            count += block.destination == node ? 1 : 0;
        }
        return count;
    }
}
