package org.gmt4j.armci;

import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskRuntime;

/** What this package keeps on one node. Made at the first use, found through the task runtime. Any thread. */
final class SyncServices {
    private final Locality locality;
    private final MutexHolds mutexHolds = new MutexHolds();
    private final ProcedureTable procedures = new ProcedureTable();
    private final GroupTable groups;

    private SyncServices(final TaskRuntime runtime) {
        locality = new Locality(runtime.nodeId(), runtime.hosts());
        groups = new GroupTable(runtime.nodeId(), new AtomicLong());
    }

    static SyncServices of(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().service(SyncServices.class, SyncServices::new);
    }

    Locality locality() {
        return locality;
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
