package org.gmt4j.bench.simulate.transpose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.gmt4j.bench.simulate.Cost;
import org.gmt4j.bench.simulate.CostModel;
import org.gmt4j.bench.simulate.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TransposeModelTest {
    private static final long MS = 1_000_000_000L;
    private static final CostModel COSTS = Machine.XT5.costs();
    /** Round numbers, so that a time can be found by hand. */
    private static final CostModel SIMPLE = costs("client=1000", "pass=0", "buffer=2000", "block=0", "command=0",
        "send=0", "copy=1", "wake=7000", "latency=5000", "wire=2");

    private static CostModel costs(final String... assignments) {
        CostModel costs = Machine.HERE.costs();
        for (final String assignment : assignments) {
            costs = costs.with(assignment);
        }
        return costs;
    }

    private static TransposeConfig.Nodes nodes(final int perNode, final int cores, final Wait waiting) {
        return new TransposeConfig.Nodes(perNode, cores, waiting, 100 * MS, true, 1);
    }

    private static TransposeRun run(final int size, final int processes, final Way way, final int limit,
                                    final int buffers, final Wait waiting) {
        return TransposeRun.of(new TransposeConfig(size, processes, way, limit, buffers, nodes(4, 4, waiting), COSTS));
    }

    @Test
    void shouldConserveBytesAndCountMessages() {
        for (final int processes : new int[] {5, 16, 30}) {
            for (final Wait waiting : Wait.values()) {
                assertConserved(run(123, processes, Way.NAIVE, 1, 1, waiting), processes, 2);
                assertConserved(run(123, processes, Way.LIBRARY, 1, 2, waiting), processes, 4);
                assertConserved(run(123, processes, Way.LIBRARY, 1 << 20, 8, waiting), processes, 2);
            }
        }
    }

    private static void assertConserved(final TransposeRun run, final int processes, final int messages) {
        long remotePairs = 0;
        long remoteBytes = 0;
        for (int a = 0; a < processes; a++) {
            for (int b = 0; b < processes; b++) {
                if (a / 4 != b / 4) {
                    remotePairs++;
                    remoteBytes += 4L * rows(processes, a) * rows(processes, b);
                }
            }
        }
        final TransposeRun.Counts counts = run.counts();
        assertEquals(remotePairs, counts.operations());
        assertEquals(messages * remotePairs, counts.messages());
        assertEquals(remoteBytes, counts.remoteBytes());
        assertEquals(4L * 123 * 123 - remoteBytes, counts.localBytes());
        assertEquals(remoteBytes + 96 * counts.messages(), counts.wireBytes());
    }

    /** Counted one after the other. */
    private static long rows(final int processes, final int process) {
        long rows = 0;
        for (int row = 0; row < 123; row++) {
            rows += 123L * process / processes <= row && row < 123L * (process + 1) / processes ? 1 : 0;
        }
        return rows;
    }

    /** Two nodes of a process and a core for the server each; 8 x 8 ints, blocks of 64 B, bands of 128 B. */
    @Test
    void shouldTakeTheTimeThatAHandFinds() {
        // request 1,000 (its own block is copied meanwhile), link 5,000 and 2 x 96, server 2,000 and 64, then
        // back 5,000 and 2 x (96 + 64), answer 1,000, transposing 2 x 128
        final double getNs = 1_000 + 5_000 + 192 + 2_064 + 5_000 + 320 + 1_000 + 256;
        assertEquals(getNs, handNs(Way.NAIVE, 1, Wait.POLL));
        assertEquals(getNs + 7_000, handNs(Way.NAIVE, 1, Wait.BLOCK));
        // the request copies, link with the block, server copies, acknowledgement
        final double eagerNs = 1_064 + 5_000 + 320 + 2_064 + 5_000 + 192 + 1_000 + 256;
        assertEquals(eagerNs, handNs(Way.LIBRARY, 64, Wait.POLL));
        // no copies but one more round trip and one more message for the server
        final double rendezvousNs = 1_000 + 5_192 + 2_000 + 5_192 + 5_320 + 2_000 + 5_192 + 1_000 + 256;
        assertEquals(rendezvousNs, handNs(Way.LIBRARY, 63, Wait.POLL));
        assertEquals(rendezvousNs + 14_000, handNs(Way.LIBRARY, 63, Wait.BLOCK));
    }

    private static double handNs(final Way way, final int limit, final Wait waiting) {
        return ns(way, limit, nodes(1, 2, waiting), SIMPLE);
    }

    private static double ns(final Way way, final int limit, final TransposeConfig.Nodes nodes, final CostModel costs) {
        return Math.rint(TransposeRun.of(new TransposeConfig(8, 2, way, limit, 1, nodes, costs)).seconds() * 1e12)
            / 1e3;
    }

    @Test
    void shouldChangePutsAndNotGetsByTheEagerLimit() {
        for (final Wait waiting : Wait.values()) {
            assertEquals(run(640, 32, Way.NAIVE, 1599, 1, waiting).seconds(),
                run(640, 32, Way.NAIVE, 1600, 1, waiting).seconds());
            assertEquals(run(640, 32, Way.NAIVE, 1599, 1, waiting).counts(),
                run(640, 32, Way.NAIVE, 1600, 1, waiting).counts());
        }
        final TransposeRun rendezvous = run(640, 32, Way.LIBRARY, 1599, 1, Wait.BLOCK);
        final TransposeRun eager = run(640, 32, Way.LIBRARY, 1600, 1, Wait.BLOCK);
        assertEquals(Protocol.RENDEZVOUS, rendezvous.protocol());
        assertEquals(Protocol.EAGER, eager.protocol());
        assertTrue(eager.seconds() < 0.7 * rendezvous.seconds(), eager + " " + rendezvous);
        assertEquals(2 * eager.counts().messages(), rendezvous.counts().messages());
    }

    /** A copy of long blocks costs more than a round trip. */
    @Test
    void shouldLoseByEagerPutsOfLongBlocks() {
        assertTrue(run(6400, 16, Way.LIBRARY, 1 << 20, 1, Wait.BLOCK).seconds()
            > run(6400, 16, Way.LIBRARY, 2048, 1, Wait.BLOCK).seconds());
    }

    @Test
    void shouldSendMoreAndSmallerBlocksWithMoreProcesses() {
        final TransposeRun few = run(6400, 32, Way.LIBRARY, 2048, 1, Wait.BLOCK);
        final TransposeRun many = run(6400, 128, Way.LIBRARY, 2048, 1, Wait.BLOCK);
        assertEquals(160_000, few.config().largestBlockBytes());
        assertEquals(10_000, many.config().largestBlockBytes());
        assertEquals(32 * 28, few.counts().operations());
        assertEquals(128 * 124, many.counts().operations());
    }

    /** With slices in step each block costs the first process both slices: its own ends before the server's begins. */
    @Test
    void shouldPayTwoSlicesForABlockWhenPollingOnFullCores() {
        final TransposeRun polling = run(6400, 64, Way.NAIVE, 2048, 1, Wait.POLL);
        assertEquals(0.2 * 60, polling.seconds(), 0.5);
        assertTrue(polling.meanSeconds() < polling.seconds() / 3, polling.toString());
        assertTrue(run(6400, 64, Way.NAIVE, 2048, 1, Wait.BLOCK).seconds() < polling.seconds() / 20);
        assertEquals(0.2 * 60 / 8, run(6400, 64, Way.NAIVE, 2048, 8, Wait.POLL).seconds(), 0.5);
    }

    @Test
    void shouldNotMindPollingWithACoreForTheServer() {
        final TransposeRun polling = TransposeRun.of(new TransposeConfig(640, 32, Way.NAIVE, 2048, 1,
            nodes(4, 5, Wait.POLL), COSTS));
        final TransposeRun blocking = TransposeRun.of(new TransposeConfig(640, 32, Way.NAIVE, 2048, 1,
            nodes(4, 5, Wait.BLOCK), COSTS));
        assertTrue(polling.seconds() < blocking.seconds(), polling + " " + blocking);
        assertEquals(0, polling.counts().wakeUps());
        assertTrue(blocking.counts().wakeUps() > 0);
    }

    /** A process copies its own block from 1,000 to 65,000; from 6,192 the server packs for 66,000. */
    @Test
    void shouldDelayTheProcessByTheServersWorkOnItsCore() {
        final CostModel dear = SIMPLE.with(Cost.COPY.spelling() + "=1000").with("wake=0");
        final double answeredNs = 6_192 + 66_000 + 5_320;
        assertEquals(answeredNs + 1_000 + 256_000, ns(Way.NAIVE, 1, nodes(1, 2, Wait.BLOCK), dear));
        assertEquals(65_000 + 66_000 + 1_000 + 256_000, ns(Way.NAIVE, 1, nodes(1, 1, Wait.BLOCK), dear));
    }

    /** Two nanoseconds for a byte, in each direction by itself; first bytes arrive after 5,000. */
    @Test
    void shouldSendOneMessageAfterTheOtherOnALink() {
        final TransposeNode node = new TransposeNode(new StepCosts(SIMPLE), false, Core.separate());
        assertEquals(5_000_000, node.leave(0, 100));
        assertEquals(5_200_000, node.leave(0, 50));
        assertEquals(6_000_000, node.leave(1_000_000, 1));
        assertEquals(200_000, node.enter(0, 100));
        assertEquals(300_000, node.enter(100_000, 50));
        assertEquals(1_002_000, node.enter(1_000_000, 1));
    }

    @Test
    void shouldRepeatExactlyAndDrawPhasesFromTheSeed() {
        final double[] seconds = new double[3];
        for (int i = 0; i < 3; i++) {
            final TransposeConfig.Nodes nodes = new TransposeConfig.Nodes(4, 4, Wait.POLL, 100 * MS, false, 7 + i / 2);
            seconds[i] = TransposeRun.of(new TransposeConfig(640, 32, Way.NAIVE, 2048, 1, nodes, COSTS)).seconds();
        }
        assertEquals(seconds[0], seconds[1]);
        assertTrue(seconds[0] != seconds[2], "the seed is of no effect");
    }

    @Test
    void shouldWorkInItsSlicesOnly() {
        final Core core = Core.of(nodes(1, 1, Wait.POLL), 30 * MS);
        assertEquals(45 * MS, core.serverEnd(40 * MS, 5 * MS));
        assertEquals(235 * MS, core.serverEnd(140 * MS, 5 * MS));
        assertEquals(130 * MS, core.serverEnd(120 * MS, 10 * MS)); // to the end of the slice
        assertEquals(231 * MS, core.serverEnd(120 * MS, 11 * MS));
        assertEquals(530 * MS, core.serverEnd(30 * MS, 300 * MS));
        assertEquals(135 * MS, core.processEnd(40 * MS, 5 * MS));
        assertEquals(10 * MS, core.processEnd(0, 10 * MS)); // the slice before the server's first
    }
}
