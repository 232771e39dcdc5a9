package org.gmt4j.armci;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskRuntime;

/** The state of this package on one node. Created by the node and found through its task runtime. Any thread. */
final class SyncServices {
    /** Ids of the services of every node. */
    static final int NOTIFICATIONS = 0;

    private final Locality locality;
    private final NotificationBoard notifications;
    private final MutexHolds mutexHolds = new MutexHolds();
    private final ProcedureTable procedures = new ProcedureTable();
    private final GroupTable groups;

    private SyncServices(final TaskRuntime runtime, final List<String> hosts) {
        locality = new Locality(runtime.nodeId(), hosts);
        notifications = new NotificationBoard(runtime.nodeCount());
        groups = new GroupTable(runtime.nodeId(), new AtomicLong());
    }

    /**
     * Installs the state of this package on a node, before the node starts.
     *
     * @param hosts host names by node id; nodes with equal names share a host
     */
    static void install(final TaskRuntime runtime, final List<String> hosts) {
        final SyncServices services = new SyncServices(runtime, hosts);
        runtime.remoteServices().install(NOTIFICATIONS, services.notifications);
        runtime.register(SyncServices.class, services);
    }

    static SyncServices of(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().service(SyncServices.class);
    }

    Locality locality() {
        return locality;
    }

    NotificationBoard notifications() {
        return notifications;
    }

    MutexHolds mutexHolds() {
        return mutexHolds;
    }

    ProcedureTable procedures() {
        return procedures;
    }

    GroupTable groups() {
        return groups;
    }
}
