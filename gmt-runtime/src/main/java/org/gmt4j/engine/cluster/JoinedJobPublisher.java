package org.gmt4j.engine.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.hang.NodeWaits;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.node.TopConfig;
import org.gmt4j.engine.publish.JobDirectory;
import org.gmt4j.engine.publish.NodePublisher;
import org.gmt4j.engine.publish.NodeReport;
import org.gmt4j.engine.publish.PublishedNodes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows jobs that were started by hand, with {@code GmtCluster.connect()} in each process, to {@code gmt top}. The
 * first node of each host creates the folder of the job where launchers create theirs, and all nodes of the host
 * publish there. Without room for it the job runs unpublished. Any thread.
 */
final class JoinedJobPublisher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JoinedJobPublisher.class);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final long ROOM = 64 << 10;
    private static final int LONGEST_LINE = 200;

    private final NodePublisher publisher;
    private final Optional<JobDirectory> folder;

    private JoinedJobPublisher(final NodePublisher publisher, final Optional<JobDirectory> folder) {
        this.publisher = publisher;
        this.folder = folder;
    }

    /**
     * Starts publishing. Does all-gathers, so it is called on all nodes alike.
     *
     * @throws RuntimeException only when the job is lost
     */
    static JoinedJobPublisher start(final Node node, final RunPlan plan, final Settings settings,
        final Bootstrap bootstrap) {
        final int first = firstOfHost(bootstrap);
        final Optional<JobDirectory> own = first == node.nodeId() ? make() : Optional.empty();
        final byte[][] folders = bootstrap.allGather(own.map(folder -> folder.path().toString()).orElse("")
            .getBytes(StandardCharsets.UTF_8), LIMIT);
        final Optional<Path> folder = Optional.of(new String(folders[first], StandardCharsets.UTF_8))
            .filter(name -> !name.isEmpty()).map(Path::of).filter(Files::isWritable);
        return new JoinedJobPublisher(NodePublisher.start(new OneNode(node), settings.load(TopConfig.class)
            .intervalMs(),
            NodePublisher.facts(program(), line(), plan), plan.nodes(), folder), own);
    }

    /** The node of this process. */
    private record OneNode(Node node) implements PublishedNodes {
        @Override
        public List<NodeReport> reports() {
            return NodeReport.of(List.of(node));
        }

        @Override
        public List<NodeWaits> waits() {
            return ClusterReport.waits(List.of(node));
        }
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
        final Path parent = JobDirectory.parent(Environment.ofProcess(), Optional.of(SHARED_MEMORY)
            .filter(Files::isDirectory)
            .filter(Files::isWritable), ROOM);
        try {
            return Optional.of(JobDirectory.create(parent));
        } catch (final IOException e) {
            LOG.info("GMT-665 counters are not published in {} ({}): 'gmt top' will not show this job",
                parent, e.toString());
            return Optional.empty();
        }
    }

    /** Returns the class or jar that Java was started with. */
    private static String line() {
        final String line = Environment.ofProcess().property("sun.java.command").orElse("?");
        return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + " ...";
    }

    private static String program() {
        final String first = line().split(" ", 2)[0];
        return first.endsWith(".jar") ? first.substring(first.lastIndexOf('/') + 1)
            : first.substring(first.lastIndexOf('.') + 1);
    }

    /** Stops publishing and removes the folder. Idempotent; never throws. */
    @Override
    public void close() {
        publisher.close();
        folder.ifPresent(JobDirectory::close);
    }
}
