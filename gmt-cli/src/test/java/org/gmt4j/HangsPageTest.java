package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page on hangs: its program is the one that is run, its report is what that one says. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HangsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "hangs.md");
    private static final Path PROGRAM = Path.of("src", "test", "java", "org", "gmt4j", "DeadLockApp.java");

    /** Times, numbers of tasks and of sets may differ; which of the two comes first as well. */
    private static String masked(final String report) {
        return report.replaceAll("[0-9]+(\\.[0-9]+)*", "#").strip();
    }

    @Test
    void shouldShowTheReportOfItsProgram() throws Exception {
        final String page = Files.readString(PAGE);
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, DeadLockApp.class)) {
            NodeCluster.of(cluster).nodes().get(0).submit(ctx -> {
                DeadLockApp.lockInDifferentOrders(ctx);
                return 0;
            });
            final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            String report = cluster.report();
            while (!report.contains("dead-lock")) {
                assertTrue(System.nanoTime() < endNs, report);
                report = cluster.report();
            }
            final String shown = report.substring(0, report.indexOf("below the tasks:")).strip();
            final int begin = page.indexOf("```\nwhat waits");
            assertTrue(begin > 0, shown);
            assertEquals(masked(shown), masked(page.substring(begin + 4, page.indexOf("\n```", begin + 4))), shown);
        }
    }

    @Test
    void shouldShowTheProgram() throws Exception {
        final String page = Files.readString(PAGE);
        final int begin = page.indexOf("```java\n") + 8;
        assertTrue(Files.readString(PROGRAM).contains(page.substring(begin, page.indexOf("```", begin))));
    }
}
