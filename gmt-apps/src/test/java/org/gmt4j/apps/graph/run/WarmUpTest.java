package org.gmt4j.apps.graph.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.IntToLongFunction;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.cli.result.ResultWriter;
import org.gmt4j.cli.result.RunEnvironment;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final long MS = 1_000_000;

    private static WarmUp run(final long shortestNs, final int crowd, final IntToLongFunction ns) {
        final WarmUp warmUp = new WarmUp(shortestNs, crowd, false);
        for (int i = 0; !warmUp.isOver(); i++) {
            warmUp.searched(ns.applyAsLong(i), 0);
        }
        return warmUp;
    }

    @Test
    void shouldGoOnUntilNothingGetsFaster() {
        assertEquals(10, run(0, 1, i -> 5 * MS).searches(), "the fewest");
        final WarmUp falling = run(0, 1, i -> Math.max(5, 30 - i) * MS);
        assertEquals(25 + 1 + WarmUp.SETTLED, falling.searches());
        assertTrue(falling.isSettled());
        assertEquals(10, run(0, 1, i -> (long) (5 * MS / (1 + i / 1000.0))).searches(), "by 3 % at least");
    }

    @Test
    void shouldEndUnsettledByCountOrTime() {
        final WarmUp many = run(1000 * MS, 1, i -> MS / 10);
        assertEquals(WarmUp.MOST, many.searches());
        final WarmUp slow = run(0, 1, i -> (1000 - 100 * i) * MS);
        assertEquals(4, slow.searches(), "1 + 0.9 + 0.8 + 0.7 s");
        assertFalse(slow.isSettled());
    }

    @Test
    void shouldGoOnWhileCompilersWork() {
        final WarmUp warmUp = new WarmUp(0, 1, false);
        int beside = 0;
        while (!warmUp.isOver()) {
            warmUp.searched(MS, beside++ < 50 ? 1 : 0);
        }
        assertTrue(warmUp.isSettled());
        assertTrue(warmUp.searches() > 50 + WarmUp.SETTLED && warmUp.searches() < 100, "searches: "
            + warmUp.searches());
        for (int i = 0; i < 10; i++) {
            warmUp.searched(MS, 1);
        }
        assertFalse(warmUp.isSettled());
        final WarmUp ofShortJob = new WarmUp(0, 1, true);
        while (!ofShortJob.isOver()) {
            ofShortJob.searched(MS, 1);
        }
        assertEquals(10, ofShortJob.searches(), "nobody waits for the simple compiler");
    }

    @Test
    void shouldLastLongerWhereNodesShareCores() {
        assertEquals(40, run(0, 4, i -> 5 * MS).searches());
        assertEquals(12, run(0, 4, i -> 1000 * MS).searches(), "four times three seconds");
    }

    @Test
    void shouldLastAtLeastAsLongAsAsked() {
        assertEquals(30, run(1500 * MS, 1, i -> 50 * MS).searches());
    }

    @Test
    void shouldTellHowLongCompilersWorked() throws Exception {
        assertEquals(7, CompilerTime.longest(List.of(10L, 20L, 30L), List.of(11L, 27L, 30L)));
        final CompilerTime time = new CompilerTime();
        time.searched(100 * MS, 5);
        time.searched(100 * MS, 0);
        assertFalse(text(time).contains("still at work"), text(time));
        assertTrue(text(time).contains(" worked for 5 ms of 200 ms of timed runs"), text(time));
        time.searched(100 * MS, 40);
        assertTrue(text(time).contains("compilers were still at work, their threads for 45 ms beside the 300 ms of"),
            text(time));
    }

    private static String text(final CompilerTime time) throws Exception {
        final RunPlan plan = new RunPlan(2, false, RunConfig.Transport.IPC, RunConfig.Plan.COMBINED, 1, 0,
            TopologyKind.FCG, 1);
        final RunResult.Builder result = RunResult.builder("bfs", plan, new RunEnvironment("1", 2, "17", "os", "2MB",
            "4KB", "c"));
        time.report(result);
        final StringBuilder text = new StringBuilder();
        ResultWriter.of(ResultWriter.Format.TEXT).write(result.build(List.of()), text);
        return text.toString();
    }
}
