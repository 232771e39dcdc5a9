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
 * Publishes the counters of the nodes of this process, each in a file in the folder of the job, some times a second,
 * from a daemon thread. What the thread costs is what {@link PublishedNodes#reports()} costs. Nodes whose counters do
 * not change publish a quarter as often, since rest should cost nothing. The same thread answers who asks in the folder
 * what the nodes wait for ({@link WaitDesk}). A job whose folder has no room or cannot be found runs unpublished. Any
 * thread.
 */
public final class NodePublisher implements AutoCloseable {
    static final String STARTED_AT = "startedAt";
    /** What the names of figures begin with that are no counters, but what there is. */
    public static final String MEMORY = "memory.";
    public static final String RESIDENT = "memory.resident";
    static final String PEAK = "memory.resident.peak";
    public static final String ARRAYS = "memory.arrays";
    public static final String BUFFERS = "memory.buffers";
    /** Rows of figures of which each element is published; others are for the end of a run. */
    static final String CHUNKS_OF_WORKERS = "chunks.of.workers";

    private static final Logger LOG = LoggerFactory.getLogger(NodePublisher.class);
    private static final int MOST_WORKERS = 64;
    /** Intervals between publications of nodes that rest. */
    private static final int RESTING = 4;
    private static final long JOIN_LIMIT_MS = 1000;
    /** How often questions are looked for where nothing is published. */
    private static final long ANSWER_EVERY_MS = 250;

    private final PublishedNodes nodes;
    private final long intervalNs;
    private WaitDesk desk;          // null where the job has no folder
    private final List<TopFile> files = new ArrayList<>();
    private final List<List<String>> names = new ArrayList<>();
    private final Object monitor = new Object();
    private boolean isClosed;       // guarded by monitor
    /** Of the publishing thread. */
    private List<Map<String, Long>> lastCounters = List.of();
    private boolean hasMoved;
    private Thread thread;

    private NodePublisher(final PublishedNodes nodes, final long intervalNs) {
        this.nodes = nodes;
        this.intervalNs = intervalNs;
    }

    /**
     * Begins to publish.
     *
     * @param nodes      those of this process
     * @param intervalMs between two publications; 0 publishes nothing
     * @param facts      what does not change, see {@link #facts}
     * @param nodeCount  nodes of the job
     * @param folder     of the job, or nothing where it has none: then nothing is published
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

    /** Publishes no counters, but answers in the folder of the job what the nodes wait for. */
    public static NodePublisher answer(final PublishedNodes nodes, final Path folder) {
        final NodePublisher publisher = new NodePublisher(nodes, TimeUnit.MILLISECONDS.toNanos(ANSWER_EVERY_MS));
        publisher.desk = new WaitDesk(folder, nodes);
        publisher.begin();
        return publisher;
    }

    /** What is known of a job that begins now. */
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
            int turns = 0;
            while (!awaitClose(intervalNs)) {
                desk.look();
                if (++turns >= (hasMoved ? 1 : RESTING)) {
                    turns = 0;
                    publish();
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
            return;                     // only questions are answered
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

    /** Ends publishing; the files say so and go with the job's folder. Idempotent; never throws. */
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
