package org.gmt4j.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.gmt4j.bench.job.ArchivedJobs;
import org.gmt4j.bench.job.ChildJob;
import org.gmt4j.bench.scale.series.SeriesPoint;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code gmt scale --classes FOLDER}: series of somebody's own program, as processes. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ExtendWith(ArchivedJobs.class)
class ProgramSeriesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String SOURCE = """
        public class Work {
            public static void main(String[] args) {
                try (org.gmt4j.GmtCluster cluster = org.gmt4j.GmtCluster.connect()) {
                    org.gmt4j.GmtResult.rate("work", "units/s", Double.parseDouble(args[0]));
                    org.gmt4j.GmtResult.verified(!args[1].equals("wrong"));
                }
            }
        }
        """;

    @TempDir
    private Path folder;

    private ScaleTestBed bed() throws Exception {
        final Path classes = Files.createDirectory(folder.resolve("classes"));
        final Path source = Files.writeString(folder.resolve("Work.java"), SOURCE);
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none",
            "--release", "17", "-cp", System.getProperty("surefire.test.class.path",
                System.getProperty("java.class.path")), "-d", classes.toString(), source.toString()));
        final ScaleTestBed bed = new ScaleTestBed(folder);
        bed.answer = arguments -> ChildJob.start(arguments).await(PATIENCE);
        return bed;
    }

    @Test
    void shouldCompareTheRatesThatTheProgramReports() throws Exception {
        final ScaleTestBed bed = bed();
        final String classes = folder.resolve("classes").toString();
        assertEquals(ExitCode.OK, bed.gmt("scale", "--classes", classes, "Work", "--weak", "-n", "1,2",
            "--repeat", "1", "--report", "r", "--", "{1000*nodes}", "two words"), () -> bed.out() + bed.err());
        assertEquals(List.of("run", "program"), bed.jobs.get(0).subList(0, 2));
        final List<SeriesPoint> points = bed.series("r").points();
        assertEquals(List.of(1000.0, 2000.0),
            points.stream().map(point -> point.trials().get(0).rates().get(0).samples()[0]).toList());
        assertTrue(bed.out().contains("work, units/s"), bed.out());
        assertEquals(ExitCode.OK, bed.gmt("scale", "program", "--resume", "r"), () -> bed.out() + bed.err());
        assertEquals(2, bed.jobs.size(), "nothing was repeated");
        assertEquals(ExitCode.USAGE, bed.gmt("scale", "--classes", classes, "Other", "--resume", "r"),
            () -> bed.out() + bed.err());
        assertTrue(bed.err().startsWith("GMT-601 ") && bed.err().contains("and Other contradicts that"), bed.err());
        assertEquals(ExitCode.OK, bed.gmt("scale", "--classes", classes, "Work", "--resume", "r"),
            () -> bed.out() + bed.err());
    }

    @Test
    void shouldStopWhereTheProgramSaysThatItIsWrong() throws Exception {
        final ScaleTestBed bed = bed();
        assertEquals(ExitCode.VERIFICATION_FAILED,
            bed.gmt("scale", "--classes", folder.resolve("classes").toString(), "--strong", "-n", "1", "--repeat", "2",
            "--report", "r", "--", "1", "wrong"), () -> bed.out() + bed.err());
        assertEquals(1, bed.jobs.size());
    }
}
