package org.gmt4j.engine.profile;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.HdrHistogram.Histogram;
import org.gmt4j.aggregation.server.ServerProbe;

/**
 * The measurements of one profiled node: provides the probes of its threads and their figures. Set-up, except that any
 * thread may read figures at any time; values may be slightly old.
 */
public final class NodeProfile implements AutoCloseable {
    /**
     * Prefix of a role's row: nanoseconds running, other roles of the thread running, waiting, idle; the sum of all
     * threads with the role.
     */
    public static final String ROLE = "profile.role.";
    /** Prefix of a stage's row: nanoseconds and count alternate. */
    public static final String STAGE = "profile.stage.";
    /** Nanoseconds for which lanes had to wait for a credit, or for a free block, by destination. */
    public static final String CREDIT_STALLS = "profile.stalls.credit";
    public static final String POOL_STALLS = "profile.stalls.pool";
    /** Waits by kind, see {@link TaskProfile#kind}: count and nanoseconds alternate. */
    public static final String WAITS = "profile.waits";
    /**
     * Collections and milliseconds of the JVM's garbage collectors since the start of the node.
     */
    public static final String COLLECTIONS = "profile.gc";
    /** 1 if all nodes share this node's clock, otherwise 0. */
    public static final String ONE_HOST = "profile.one.host";

    private final int nodeId;
    private final ProfileConfig config;
    private final boolean[] hasClockOf;
    private final CoarseClock clock;
    private final List<RoleTimes> threads = new CopyOnWriteArrayList<>();
    private final List<LaneProfile> lanes = new CopyOnWriteArrayList<>();
    private final List<TaskProfile> workers = new CopyOnWriteArrayList<>();
    private final long[] collectionsBefore = collections();

    /** @param hosts host names of all nodes: nodes of one host share a clock */
    public NodeProfile(final int nodeId, final List<String> hosts, final ProfileConfig config) {
        FlightRecorderModule.require();
        this.nodeId = nodeId;
        this.config = config;
        hasClockOf = new boolean[hosts.size()];
        for (int node = 0; node < hasClockOf.length; node++) {
            hasClockOf[node] = hosts.get(node).equals(hosts.get(nodeId));
        }
        clock = new CoarseClock(nodeId);
        clock.start();
    }

    int nodeId() {
        return nodeId;
    }

    int nodeCount() {
        return hasClockOf.length;
    }

    boolean hasClockOf(final int node) {
        return hasClockOf[node];
    }

    /** Returns the times of one thread with the given roles. */
    public RoleTimes thread(final Set<Role> roles) {
        final RoleTimes times = new RoleTimes(roles);
        threads.add(times);
        return times;
    }

    public LaneProfile lane(final int lane) {
        final LaneProfile profile = new LaneProfile(this, lane, config);
        lanes.add(profile);
        return profile;
    }

    public TaskProfile worker(final int worker) {
        final TaskProfile profile = new TaskProfile(this, worker, clock, config);
        workers.add(profile);
        return profile;
    }

    /** @param times times of the executing thread */
    public HelperProfile helper(final int lane, final RoleTimes times) {
        return new HelperProfile(this, lane, times, config);
    }

    public ServerProbe server() {
        return new ServerProfile(this, config);
    }

    /** Returns rows of figures by name, see the constants. */
    public Map<String, long[]> tables() {
        final Map<String, long[]> tables = new LinkedHashMap<>();
        for (final Role role : Role.values()) {
            final long[] row = new long[Role.COLUMNS];
            threads.stream().filter(thread -> thread.has(role)).forEach(thread -> thread.addTo(row, role));
            tables.put(ROLE + role.name().toLowerCase(java.util.Locale.ROOT), row);
        }
        for (final Stage stage : Stage.values()) {
            final Histogram sum = StageTimes.empty();
            if (stage == Stage.WAKE) {
                workers.forEach(worker -> worker.wakes().addTo(sum));
            } else {
                lanes.forEach(lane -> lane.stage(stage).addTo(sum));
            }
            tables.put(STAGE + stage.key(), StageTimes.encode(sum));
        }
        final long[] credit = new long[nodeCount()];
        final long[] pool = new long[nodeCount()];
        lanes.forEach(lane -> lane.addStalls(credit, pool));
        tables.put(CREDIT_STALLS, credit);
        tables.put(POOL_STALLS, pool);
        final long[] waits = new long[2 * TaskProfile.kinds()];
        workers.forEach(worker -> worker.addWaits(waits));
        tables.put(WAITS, waits);
        final long[] now = collections();
        tables.put(COLLECTIONS, new long[] {now[0] - collectionsBefore[0], now[1] - collectionsBefore[1]});
        boolean isOneHost = true;
        for (final boolean has : hasClockOf) {
            isOneHost &= has;
        }
        tables.put(ONE_HOST, new long[] {isOneHost ? 1 : 0});
        return tables;
    }

    private static long[] collections() {
        final long[] sum = new long[2];
        for (final GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            sum[0] += Math.max(0, collector.getCollectionCount());
            sum[1] += Math.max(0, collector.getCollectionTime());
        }
        return sum;
    }

    @Override
    public void close() {
        clock.close();
    }
}
