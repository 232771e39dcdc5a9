package org.gmt4j.aggregation.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.RemoteCommandException;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of blocks and replies for a node that has gone: they fail, and everything that they held comes back. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class UnreachablePeerTest implements BackPressure, PeerTrouble {
    private static final long WORD = CommandWord.base(CommandType.UPDATE, 0);
    private static final AggregationConfig CONFIG = new AggregationConfig(256, 4, 0, 1024, 2, 0, 1, 3, 8, 0, 2);

    private final LoopbackNetwork network = new LoopbackNetwork(3, 16384);
    private final List<String> told = new ArrayList<>();
    private CommunicationServer server;
    private Aggregator aggregator;
    private ReplyBuffers replies;
    private Transport gone;
    private RuntimeException cause;
    private boolean failsPending = true;
    private int notNow;
    private int refusals;

    @BeforeEach
    void open() {
        server = new CommunicationServer(CONFIG, 77, network.open(0, 3), 1,
            new BlockReceivers((block, length) -> true, this::onReply, (s, e, f) -> { }));
        server.onTrouble(this);
        aggregator = new Aggregator(CONFIG, Routes.direct(0, 3), 0, server, this);
        replies = new ReplyBuffers(CONFIG, 3, server::acceptReplies);
        gone = network.open(1, 3);
        network.open(2, 3);
    }

    @AfterEach
    void close() {
        aggregator.close();
        replies.close();
        network.close();
    }

    private boolean onReply(final long block, final int length) {
        return refusals-- <= 0 && aggregator.inFlight().onReply(block, length);
    }

    @Override
    public boolean unreachable(final int node, final String reason) {
        told.add("unreachable " + node);
        if (notNow-- > 0) {
            return false;
        }
        cause = new IllegalStateException(reason);
        if (failsPending) {
            aggregator.failures().failPending(node, cause);
        }
        return true;
    }

    @Override
    public void undeliverable(final int node, final String reason) {
        told.add("undeliverable " + node);
    }

    @Override
    public void lost(final String reason) {
        told.add("lost");
    }

    @Override
    public void blockClosed() {
        server.send(0, 0);
    }

    @Override
    public void relieve(final int attempt) {
        assertTrue(attempt < 1000, () -> "waits for ever: " + server + " " + told);
        server.send(0, 0);
    }

    @Override
    public long nowNs() {
        return 0;
    }

    /** More than credits and pool hold, so that all of it must come back in between. */
    private void issue(final int node, final CountingCompletion owner) {
        for (int i = 0; i < 40; i++) {
            aggregator.update(node, WORD, i, owner);
            aggregator.fetch(node, WORD, owner, null, RequestBlock.TO_COMPLETION);
        }
        aggregator.flushAll(FlushReason.FORCED);
    }

    private void runUntilSent() {
        for (int i = 0; server.hasUnsent(); i++) {
            assertTrue(i < 1000, () -> "waits for ever: " + server + " " + told);
            server.send(0, 0);
        }
    }

    @Test
    void shouldFailCommandsWithTheCauseAndGiveEverythingBack() {
        gone.close();
        notNow = 3;
        refusals = 5;
        final CountingCompletion owner = new CountingCompletion();
        issue(1, owner);
        runUntilSent();
        assertTrue(owner.isComplete());
        assertSame(IllegalStateException.class, owner.takeFailure().getClass());
        assertTrue(cause.getMessage().contains("node 1"), cause.getMessage());
        assertEquals(0, aggregator.inFlight().count(), "credits");
        assertEquals(0, aggregator.counters().staleReplies());
        assertTrue(server.counters().unsentBlocks() >= 20);
        final CountingCompletion survivor = new CountingCompletion();
        aggregator.update(2, WORD, 1, survivor);
        aggregator.flushAll(FlushReason.FORCED);
        runUntilSent();
        assertFalse(survivor.isComplete() || survivor.hasFailed(), "sent, and not answered");
        assertEquals(1, aggregator.inFlight().count());
    }

    @Test
    void shouldFailCommandsThatNobodyElseHasFailed() {
        gone.close();
        failsPending = false;
        final CountingCompletion owner = new CountingCompletion();
        issue(1, owner);
        runUntilSent();
        assertTrue(owner.isComplete());
        final RemoteCommandException failure = (RemoteCommandException) owner.takeFailure();
        assertEquals(1, failure.nodeId());
        assertEquals(CommandFailure.UNREACHABLE, failure.failure());
        assertEquals(0, aggregator.inFlight().count());
    }

    @Test
    void shouldNotKeepBuffersOfRepliesThatCannotBeDelivered() {
        gone.close();
        for (int i = 0; i < 20; i++) {
            final long at = replies.claim(1, BlockHeader.LENGTH);
            assertTrue(at != 0, "the pool of two has come back");
            BlockHeader.encode(at, BlockHeader.LENGTH, BlockHeader.REPLY, 0, 0);
            BlockHeader.route(at, 1, 1, 1);
            BlockHeader.home(at, 0, 0, 1);
            replies.flushAll();
            runUntilSent();
        }
        assertEquals(20, server.counters().droppedReplies());
        assertEquals(List.of("undeliverable 1"), told, "once");
    }

    @Test
    void shouldTellThatTheTransportIsGone() {
        server.transport().close();
        aggregator.update(1, WORD, 1, new CountingCompletion());
        aggregator.flushAll(FlushReason.FORCED);
        for (int i = 0; i < 5; i++) {
            server.send(0, 0);
        }
        assertEquals(List.of("lost"), told, "once");
    }
}
