package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.List;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.aggregation.wire.SignalRecord;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.cluster.NodeStarter;
import org.gmt4j.engine.combining.DenseArrays;
import org.gmt4j.engine.mail.HostMail;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.profile.Role;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.travel.BodyCodec;
import org.gmt4j.engine.waiting.NodeWaiting;
import org.gmt4j.engine.waiting.WaitConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server of a node of two threads, whose turns this test takes itself. */
@Timeout(60)
final class ServerTurnTest {
    private static final long SIGNAL = 5;

    private final LoopbackNetwork network = new LoopbackNetwork(2);
    private final SegmentTable segments = new SegmentTable(false, 1 << 20);
    private Runnable inTheMiddle = () -> { };
    private Transport receiver;
    private TaskRuntime tasks;
    private ServerTurn turn;
    private HelperRole first;
    private HelperRole second;
    private long received;

    @BeforeEach
    void setUp() {
        final Transport sender = watched(network.open(0, 2));
        receiver = network.open(1, 2);
        final byte[][] addresses = {sender.localAddress(), receiver.localAddress()};
        sender.connect(addresses);
        receiver.connect(addresses);
        final NodeSettings settings = NodeSettings.of(Settings.defaults(), new RunPlan(2, true,
            RunConfig.Transport.LOOPBACK, RunConfig.Plan.SHARED, 2, 0, TopologyKind.FCG, 1), 1);
        final Routes routes = Routes.direct(0, 2);
        final AggregationConfig aggregation = settings.aggregation(routes, sender.maxPayloadLength());
        tasks = new TaskRuntime(0, 2, 2, 1, settings.tasks(), new BodyCodec(NodeStarter.registryOf(), (kind, id) -> {
            throw new IllegalStateException("no object " + id);
        }), aggregation.maxCommandLength());
        tasks.register(DenseArrays.class, new DenseArrays());
        final NodeParts parts = new NodeParts(aggregation, new NodeParts.Network(1, sender, routes,
            TopologyConfig.DEFAULT), segments, tasks, HostMail.none(0, 2), new NodeWaiting(WaitConfig.DEFAULT, 2, 2),
            cause -> {
                throw new AssertionError("the node has failed", cause);
            }, null);
        final ServerRole server = new ServerRole(parts, 2);
        turn = new ServerTurn(server);
        first = helper(parts, server, 0);
        second = helper(parts, server, 1);
        server.runsOn(first.desk().thread());
        server.serves(List.of(), List.of(first, second), first.desk(), second.desk());
    }

    /** A transport in the middle of whose turns something else happens, once. */
    private Transport watched(final Transport transport) {
        return (Transport) Proxy.newProxyInstance(Transport.class.getClassLoader(), new Class<?>[] {Transport.class},
            (proxy, method, arguments) -> {
                if (method.getName().equals("doWork")) {
                    final Runnable action = inTheMiddle;
                    inTheMiddle = () -> { };
                    action.run();
                }
                try {
                    return method.invoke(transport, arguments);
                } catch (final InvocationTargetException e) {
                    throw e.getCause();
                }
            });
    }

    private static HelperRole helper(final NodeParts parts, final ServerRole server, final int index) {
        final NodeThread thread = new NodeThread("test-" + index, parts, EnumSet.allOf(Role.class), Role.HELPER, false);
        return new HelperRole(parts, new LaneDesk(parts, thread, index, server.server(), Role.SERVER,
            (nowNs, ageNs) -> 0, true), true);
    }

    @AfterEach
    void tearDown() {
        for (final HelperRole helper : List.of(first, second)) {
            helper.desk().lane().close();
        }
        network.close();
        segments.close();
    }

    /** Sums the values of the signals that have arrived at the other node. */
    private long received() {
        receiver.poll(TrafficClass.REPLY, (buffer, length) -> {
            for (long block = buffer + BufferHeader.LENGTH; block < buffer + length;
                 block += BlockHeader.length(block)) {
                assertEquals(SIGNAL, SignalRecord.signal(block + BlockHeader.LENGTH));
                received += SignalRecord.value(block + BlockHeader.LENGTH);
            }
            return true;
        }, 100);
        return received;
    }

    @Test
    void shouldSendNoticesInTheTurnThatFindsThem() {
        tasks.signal(1, SIGNAL, 3);
        assertTrue(tasks.hasNotices());
        assertTrue(turn.take(first, System.nanoTime(), 0) > 0);
        assertFalse(tasks.hasNotices());
        assertEquals(3, received(), "the thread's next turn may come after a long task");
    }

    @Test
    void shouldSendNoticesOfWhicheverThreadIsTheServer() {
        tasks.signal(1, SIGNAL, 1);
        turn.take(first, System.nanoTime(), 0);
        assertEquals(1, received());
        tasks.signal(1, SIGNAL, 2);
        turn.take(second, System.nanoTime(), 0);
        assertEquals(3, received());
    }

    @Test
    void shouldKeepNoticesWhileAnotherThreadIsTheServer() {
        inTheMiddle = () -> {
            tasks.signal(1, SIGNAL, 7);
            assertEquals(0, turn.take(second, System.nanoTime(), 0), "the turn is the other thread's");
        };
        turn.take(first, System.nanoTime(), 0);
        assertTrue(tasks.hasNotices(), "it came after the turn had looked for notices");
        assertEquals(0, received());
        assertTrue(turn.take(second, System.nanoTime(), 0) > 0);
        assertEquals(7, received());
    }

    @Test
    void shouldFindNothingToDoWithoutNotices() {
        assertEquals(0, turn.take(first, System.nanoTime(), 0));
        assertFalse(turn.hasUnsent());
        assertEquals(0, received());
    }
}
