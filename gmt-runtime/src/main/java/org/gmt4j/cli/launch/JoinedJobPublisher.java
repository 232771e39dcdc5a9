package org.gmt4j.cli.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.gmt4j.JobWatcher;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.cli.ClusterHandle;
import org.gmt4j.cli.GmtNodeRunner;
import org.gmt4j.cli.doctor.Machine;
import org.gmt4j.cli.top.NodePublisher;
import org.gmt4j.runtime.bootstrap.Bootstrap;
import org.gmt4j.runtime.bootstrap.RunPlan;
import org.gmt4j.runtime.node.Node;
import org.gmt4j.runtime.node.TopConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows jobs that were started by hand, by {@code GmtCluster.connect()} in each process, to {@code gmt top}: of the nodes of a host the first makes
 * the folder of the job where launchers make theirs, and all publish there. Where there is no room the job runs unseen. For the service loader.
 */
public final class JoinedJobPublisher implements JobWatcher {
    private static final Logger LOG = LoggerFactory.getLogger(JoinedJobPublisher.class);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long ROOM = 64 << 10;
    private static final int LONGEST_LINE = 200;

    @Override
    public AutoCloseable watch(final Node node, final RunPlan plan, final Settings settings, final Bootstrap bootstrap) {
        final int first = firstOfHost(bootstrap);
        final Optional<JobDirectory> own = first == node.nodeId() ? make() : Optional.empty();
        final byte[][] folders = bootstrap.allGather(own.map(folder -> folder.path().toString()).orElse("").getBytes(StandardCharsets.UTF_8), LIMIT);
        final Optional<Path> folder = Optional.of(new String(folders[first], StandardCharsets.UTF_8)).filter(name -> !name.isEmpty()).map(Path::of)
            .filter(Files::isWritable);
        final ClusterHandle handle = GmtNodeRunner.handle(node);
        final NodePublisher publisher = NodePublisher.start(handle, settings.load(TopConfig.class).intervalMs(),
            NodePublisher.facts(program(), line(), plan), plan.nodes(), folder);
        return () -> {
            publisher.close();
            own.ifPresent(JobDirectory::close);
        };
    }

    private static int firstOfHost(final Bootstrap bootstrap) {
        final String here = bootstrap.hostName();
        final byte[][] hosts = bootstrap.allGather(here.getBytes(StandardCharsets.UTF_8), LIMIT);
        int first = 0;
        while (!new String(hosts[first], StandardCharsets.UTF_8).equals(here)) {
            first++;
        }
        return first;
    }

    private static Optional<JobDirectory> make() {
        final Environment environment = Environment.ofProcess();
        final Path parent = environment.variable(ReservedVariables.AERON_DIR).map(Path::of)
            .or(() -> Machine.ofProcess().sharedMemory().filter(memory -> memory.toFile().getUsableSpace() >= ROOM))
            .orElse(Path.of(environment.property("java.io.tmpdir").orElse("/tmp")));
        try {
            return Optional.of(JobDirectory.create(parent));
        } catch (final IOException e) {
            LOG.info("GMT-665 counters are not published in {} ({}): 'gmt top' will not show this job", parent, e.toString());
            return Optional.empty();
        }
    }

    /** What Java was told to run: a class, or a jar. */
    private static String line() {
        final String line = Environment.ofProcess().property("sun.java.command").orElse("?");
        return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + " ...";
    }

    private static String program() {
        final String first = line().split(" ", 2)[0];
        return first.endsWith(".jar") ? first.substring(first.lastIndexOf('/') + 1) : first.substring(first.lastIndexOf('.') + 1);
    }
}
