package org.gmt4j.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.engine.publish.TopIdentity;
import org.gmt4j.engine.publish.TopReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Publications at times that are made up. */
@Timeout(60)
class NodeRatesTest {
    private static final long QUARTER_NS = 250_000_000;
    private static final Map<String, String> FACTS = Map.of("commandLine", "run bfs", "plan", "combined",
        "transport", "ipc", "startedAt", "1000");

    private static TopReading reading(final int node, final long pid, final long timeNs, final long epochMs,
                                      final Map<String, Long> values) {
        return new TopReading(new TopIdentity(pid, 1, node, 2), false, QUARTER_NS, 2, timeNs, epochMs, FACTS, values);
    }

    private static NodeRates rates(final int node, final Map<String, Long> before, final Map<String, Long> after) {
        return NodeRates.between(Optional.of(reading(node, 7, 0, 1000, before)),
            reading(node, 7, 500_000_000, 1500, after), 1500);
    }

    @Test
    void shouldDivideByTheWritersClock() {
        final NodeRates rates = rates(0, Map.of("commands", 100L, "bytes", 0L, "memory.arrays", 5L),
            Map.of("commands", 400L, "bytes", 1000L, "memory.arrays", 9L));
        assertEquals(600, rates.rate("commands"));
        assertEquals(2000, rates.rate("bytes"));
        assertEquals(2600, rates.rate("commands", "bytes", "unheard of"));
        assertFalse(rates.perSecond().containsKey("memory.arrays"), "no counter");
        assertEquals(0.5, rates.now().uptimeSeconds());
        assertEquals(NodeRates.State.BUSY, rates.state());
    }

    @Test
    void shouldHaveNoRatesAtFirstAndNoneBelowZero() {
        final TopReading first = reading(0, 7, 5, 1000, Map.of("commands", 100L));
        assertEquals(0, NodeRates.between(Optional.empty(), first, 1000).rate("commands"));
        assertEquals(0, NodeRates.between(Optional.of(first), first, 1000).rate("commands"), "the same publication");
        assertEquals(0, rates(0, Map.of("commands", 100L), Map.of("commands", 50L)).rate("commands"));
        final TopReading other = reading(0, 8, 500_000_000, 1500, Map.of("commands", 900L));
        assertEquals(0, NodeRates.between(Optional.of(first), other, 1500).rate("commands"), "another process");
    }

    @Test
    void shouldTellIdleAndSilentNodes() {
        assertEquals(NodeRates.State.IDLE,
            rates(0, Map.of("commands", 1L, "bytes", 0L), Map.of("commands", 1L, "bytes", 64L)).state());
        final TopReading old = reading(0, 7, 0, 1000, Map.of());
        assertEquals(NodeRates.State.IDLE, NodeRates.between(Optional.empty(), old, 3000).state());
        assertEquals(NodeRates.State.SILENT, NodeRates.between(Optional.empty(), old, 3001).state());
    }

    @Test
    void shouldMeasureImbalanceAndFlushes() {
        final NodeRates busy = rates(0, Map.of(), Map.of("executed", 300L, "blocks.full", 30L, "blocks.idle",
            10L, "stalls.credit", 1L, "edge.stalls", 2L, "refusals", 4L, "blocks.unsent", 99L));
        final NodeRates lazy = rates(1, Map.of(), Map.of("executed", 100L));
        assertEquals(1.5, NodeRates.imbalance(List.of(busy, lazy), "executed"));
        assertEquals(1, NodeRates.imbalance(List.of(busy, lazy), "chunks"), "nobody has any");
        assertEquals(Map.of("full", 0.75, "idle", 0.25), NodeRates.flushShares(List.of(busy, lazy)));
        assertEquals(List.of("full", "idle"), List.copyOf(NodeRates.flushShares(List.of(busy, lazy)).keySet()));
        assertEquals(6, busy.stalls());
        assertEquals(8, busy.refusals());
    }

    @Test
    void shouldShowJobAsTextAndRows() {
        final JobView view = new JobView("gmt-job-1-x", "/dev/shm/gmt-job-1-x", List.of(
            rates(0, Map.of(), Map.of("commands", 600_000L, "bytes", 5_000_000L, "memory.resident", 200L << 20)),
            rates(1, Map.of(), Map.of("commands", 0L))), "");
        final List<String> lines = view.lines();
        assertTrue(lines.get(0).startsWith("job gmt-job-1-x  run bfs  2 nodes  plan combined  ipc  up 0 s"),
            lines.get(0));
        assertTrue(lines.get(2).matches(" +0 +7 busy +1\\.2M +0 +0 +10 +0 +0 +0 +0 +0 +200 +0 +0\\.0"), lines.get(2));
        assertTrue(lines.get(3).contains(" idle "), lines.get(3));
        assertTrue(lines.get(4).contains("bytes 2.00"), lines.get(4));
        assertEquals(JobView.COLUMNS.size(), view.rows().get(0).split(",").length);
        assertTrue(view.rows().get(0).startsWith("gmt-job-1-x,0,7,busy,0.500,1200000.0,"), view.rows().get(0));
        assertTrue(view.values().toString().contains("commandLine=run bfs"), view.values()::toString);
        assertEquals(List.of("job j", "  says why"), new JobView("j", "/j", List.of(), "says why").lines());
    }

    @Test
    void shouldWriteNumbersShort() {
        assertEquals("0", JobView.si(0));
        assertEquals("2.5", JobView.si(2.5));
        assertEquals("12", JobView.si(12.3));
        assertEquals("999", JobView.si(999.4));
        assertEquals("1.0k", JobView.si(999.6));
        assertEquals("34M", JobView.si(34_200_000));
        assertEquals("2.0T", JobView.si(2e12));
        assertEquals("59 s", JobView.time(59.9));
        assertEquals("2 min 5 s", JobView.time(125));
        assertEquals("3 h 1 min", JobView.time(3 * 3600 + 61));
    }
}
