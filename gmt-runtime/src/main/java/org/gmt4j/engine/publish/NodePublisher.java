package org.gmt4j.engine.publish;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the counters of the nodes of this process, each in a file in the folder of the job, several times a second,
 * from a daemon thread. The thread costs as much as {@link PublishedNodes#reports()}. Nodes whose counters do not
 * change publish a quarter as often, since idle nodes should cost nothing. The same thread answers requests in the
 * folder for the waits of the nodes ({@link WaitDesk}). A job whose folder has no room or cannot be found runs
 * unpublished. Any thread.
 */
public final class NodePublisher implements AutoCloseable {
    static final String STARTED_AT = "startedAt";
    /** Prefix of the names of figures that are amounts rather than counters. */
    public static final String MEMORY = "memory.";
    public static final String RESIDENT = "memory.resident";
    static final String PEAK = "memory.resident.peak";
    public static final String ARRAYS = "memory.arrays";
    public static final String BUFFERS = "memory.buffers";
    /** Rows of figures whose elements are all published; other rows are for the end of a run. */
    static final String CHUNKS_OF_WORKERS = "chunks.of.workers";

    private static final Logger LOG = LoggerFactory.getLogger(NodePublisher.class);
    private static final int MOST_WORKERS = 64;
    /** Intervals between publications of idle nodes. */
    private static final int RESTING = 4;
    private static final long JOIN_LIMIT_MS = 1000;
    /** Longest interval between looks for requests, which do not wait for the next publication. */
    private static final long ANSWER_EVERY_MS = 250;

    private final PublishedNodes nodes;
    private final long intervalNs;
    private WaitDesk desk;          // null where the job has no folder
    private final List<TopFile> files = new ArrayList<>();
    private final List<List<String>> names = new ArrayList<>();
    private final Object monitor = new Object();
    private boolean isClosed;       // guarded by monitor
    /** Owned by the publishing thread. */
    private List<Map<String, Long>> lastCounters = List.of();
    private boolean hasMoved;
    private Thread thread;

    private NodePublisher(final PublishedNodes nodes, final long intervalNs) {
        this.nodes = nodes;
        this.intervalNs = intervalNs;
    }

    /**
     * Starts publishing.
     *
     * @param nodes      nodes of this process
     * @param intervalMs time between two publications; 0 publishes nothing
     * @param facts      constant facts, see {@link #facts}
     * @param nodeCount  number of nodes of the job
     * @param folder     folder of the job; empty to publish nothing
     */
    public static NodePublisher start(final PublishedNodes nodes, final long intervalMs,
                                      final Map<String, String> facts, final int nodeCount,
                                      final Optional<Path> folder) {
        final NodePublisher publisher = new NodePublisher(nodes, TimeUnit.MILLISECONDS.toNanos(intervalMs));
        if (intervalMs > 0 && folder.isPresent()) {
            try {
                publisher.desk = new WaitDesk(folder.get(), nodes);
                publisher.open(folder.get(), facts, nodeCount);
                publisher.begin();
            } catch (final IOException | RuntimeException e) {
                LOG.info("GMT-665 counters are not published in {} ({}): 'gmt top' will not show this node",
                    folder.get(), e.toString());
                publisher.closeFiles();
            }
        }
        return publisher;
    }

    /** Publishes no counters, but answers requests for the waits of the nodes in the folder of the job. */
    public static NodePublisher answer(final PublishedNodes nodes, final Path folder) {
        final NodePublisher publisher = new NodePublisher(nodes, TimeUnit.MILLISECONDS.toNanos(ANSWER_EVERY_MS));
        publisher.desk = new WaitDesk(folder, nodes);
        publisher.begin();
        return publisher;
    }

    /** Returns the facts known at the start of a job. */
    public static Map<String, String> facts(final String app, final String commandLine, final RunPlan plan) {
        final Map<String, String> facts = new LinkedHashMap<>();
        facts.put("app", app);
        facts.put("commandLine", commandLine);
        facts.put("plan", RunPlan.spelling(plan.plan()));
        facts.put("workers", String.valueOf(plan.workers()));
        facts.put("helpers", String.valueOf(plan.helpers()));
        facts.put("transport", RunPlan.spelling(plan.transport()));
        facts.put("topology", RunPlan.spelling(plan.topology()));
        facts.put("inProcess", String.valueOf(plan.inProcess()));
        facts.put(STARTED_AT, String.valueOf(System.currentTimeMillis()));
        return facts;
    }

    private void open(final Path folder, final Map<String, String> facts, final int nodeCount) throws IOException {
        for (final NodeReport report : nodes.reports()) {
            final List<String> ofNode = List.copyOf(figures(report).keySet());
            names.add(ofNode);
            files.add(TopFile.create(folder.resolve(TopFile.nameOf(report.nodeId())),
                TopIdentity.here(report.nodeId(), nodeCount), intervalNs, facts,
                ofNode));
        }
    }

    private static Map<String, Long> figures(final NodeReport report) {
        final Map<String, Long> figures = new LinkedHashMap<>();
        figures.put(RESIDENT, report.rssBytes());
        figures.put(PEAK, report.rssPeakBytes());
        figures.put(ARRAYS, report.offHeapBytes());
        figures.put(BUFFERS, report.commBufferBytes());
        figures.putAll(report.counters());
        final long[] chunks = report.tables().getOrDefault(CHUNKS_OF_WORKERS, new long[0]);
        for (int worker = 0; worker < Math.min(MOST_WORKERS, chunks.length); worker++) {
            figures.put(CHUNKS_OF_WORKERS + "." + worker, chunks[worker]);
        }
        return figures;
    }

    private void begin() {
        publish();
        thread = new Thread(this::run, "gmt-top-publisher");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            long dueNs = System.nanoTime() + intervalNs;
            while (!awaitClose(Math.min(dueNs - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(ANSWER_EVERY_MS)))) {
                desk.look();
                if (System.nanoTime() - dueNs >= 0) {
                    publish();
                    dueNs = System.nanoTime() + (hasMoved ? intervalNs : RESTING * intervalNs);
                }
            }
        } catch (final RuntimeException e) {
            LOG.debug("publishing ends", e);        // the node is closing
        }
    }

    private boolean awaitClose(final long waitNs) {
        synchronized (monitor) {
            final long endNs = System.nanoTime() + waitNs;
            try {
                for (long leftNs = waitNs; leftNs > 0 && !isClosed; leftNs = endNs - System.nanoTime()) {
                    TimeUnit.NANOSECONDS.timedWait(monitor, leftNs);
                }
            } catch (final InterruptedException e) {
                return true;
            }
            return isClosed;
        }
    }

    private void publish() {
        if (files.isEmpty()) {
            return;                     // only requests are answered
        }
        final List<NodeReport> reports = nodes.reports();
        hasMoved = !reports.stream().map(NodeReport::counters).toList().equals(lastCounters);
        lastCounters = reports.stream().map(NodeReport::counters).toList();
        for (int i = 0; i < files.size() && i < reports.size(); i++) {
            final Map<String, Long> figures = figures(reports.get(i));
            final List<String> ofNode = names.get(i);
            final long[] values = new long[ofNode.size()];
            Arrays.setAll(values, k -> figures.getOrDefault(ofNode.get(k), 0L));
            files.get(i).publish(values, System.nanoTime(), System.currentTimeMillis());
        }
    }

    /** Stops publishing; the files record the end and are removed with the job's folder. Idempotent; never throws. */
    @Override
    public void close() {
        synchronized (monitor) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            monitor.notifyAll();
        }
        if (thread != null) {
            try {
                thread.join(JOIN_LIMIT_MS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (thread.isAlive()) {
                return;     // its memory is left to the process
            }
        }
        closeFiles();
    }

    private void closeFiles() {
        files.forEach(TopFile::close);
        files.clear();
    }
}
