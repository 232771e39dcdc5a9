package org.gmt4j;

import org.gmt4j.armci.Mutexes;
import org.gmt4j.armci.Notify;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.fibers.SuspendExecution;

/** Two tasks, on two nodes, lock two mutexes in different orders, and meet in between: the example of docs/hangs.md. */
public final class DeadLockApp implements GmtApp {
    @Override
    public String name() {
        return "deadlock";
    }

    @Override
    public String summary() {
        return "Locks two mutexes in different orders.";
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {DeadLockApp.class};
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return AppMemory.builder().build();
    }

    @Override
    public void run(final AppRun run) {
        run.cluster(GmtCluster.class).run(ctx -> lockInDifferentOrders(ctx));
    }

    static void lockInDifferentOrders(final TaskContext ctx) throws SuspendExecution {
        final Mutexes mutexes = Mutexes.create(ctx, 1);
        ctx.executeOnAll(c -> transfer(c, mutexes, c.nodeId(), 1 - c.nodeId()));
    }

    private static void transfer(final TaskContext ctx, final Mutexes mutexes, final int from, final int to)
        throws SuspendExecution {
        mutexes.lock(ctx, from, 0);
        Notify.notify(ctx, to);
        Notify.await(ctx, to, 1);
        mutexes.lock(ctx, to, 0);
        mutexes.unlock(ctx, to, 0);
        mutexes.unlock(ctx, from, 0);
    }
}
