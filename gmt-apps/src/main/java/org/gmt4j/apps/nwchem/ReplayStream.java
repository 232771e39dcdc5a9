package org.gmt4j.apps.nwchem;

import java.util.Arrays;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.Tile;

/**
 * Draws tasks from the counter and does them, as one process of NWChem: each call waits. Owned by one task of a node;
 * allocates its buffers once.
 */
final class ReplayStream {
    private final ReplayPlan plan;
    private final RoundArrays arrays;
    private final Spinner spinner;
    private final int round;
    private final double[] got;
    private final double[] written;
    private final double[] added;
    private final long[] tickets;
    private long tasks;
    private long counterNs;
    private long transferNs;
    private long computeNs;
    private double spun = 1;

    ReplayStream(final ReplayPlan plan, final RoundArrays arrays, final Spinner spinner, final int round) {
        this.plan = plan;
        this.arrays = arrays;
        this.spinner = spinner;
        this.round = round;
        got = new double[plan.mix().gets().largest()];
        written = new double[plan.mix().puts().largest()];
        added = new double[plan.mix().sums().largest()];
        tickets = NodeTally.none(plan.tasksOf(round)).tickets();
    }

    /** Returns the bytes of a stream: its patches, and a bit for each task of a round. */
    static long bytes(final Mix mix, final long tasks) {
        return Double.BYTES * ((long) mix.gets().largest() + mix.puts().largest() + mix.sums().largest())
            + ticketBytes(mix, tasks);
    }

    /** Returns the bytes of the bits for the tasks of a round. */
    static long ticketBytes(final Mix mix, final long tasks) {
        return tasks / mix.rounds(tasks) / Byte.SIZE + Long.BYTES;
    }

    /** Works until the counter has no more tasks. */
    NodeTally run(final TaskContext ctx) throws SuspendExecution {
        final long startNs = System.nanoTime();
        final long count = plan.tasksOf(round);
        for (long ticket = draw(ctx); ticket < count; ticket = draw(ctx)) {
            tickets[(int) (ticket >>> 6)] |= 1L << ticket;
            tasks++;
            execute(ctx, plan.firstTask(round) + ticket);
        }
        return new NodeTally(tickets, tasks, counterNs, transferNs, computeNs, System.nanoTime() - startNs);
    }

    /** Returns what computing came to: keeps the compiler from leaving it out. */
    double spun() {
        return spun;
    }

    private long draw(final TaskContext ctx) throws SuspendExecution {
        final long startNs = System.nanoTime();
        final long ticket = arrays.counter().readIncrement(ctx, 1, 0);
        counterNs += System.nanoTime() - startNs;
        return ticket;
    }

    private void execute(final TaskContext ctx, final long task) throws SuspendExecution {
        final long startNs = System.nanoTime();
        final long read = read(ctx, task);
        final long readNs = System.nanoTime();
        spun = spinner.compute(ctx, plan.computeUs(), spun);
        final long computedNs = System.nanoTime();
        write(ctx, task);
        add(ctx, task, ReplayPlan.fock(read));
        computeNs += computedNs - readNs;
        transferNs += readNs - startNs + System.nanoTime() - computedNs;
    }

    private long read(final TaskContext ctx, final long task) throws SuspendExecution {
        long sum = 0;
        final long end = plan.mix().gets().first(task + 1);
        for (long call = plan.mix().gets().first(task); call < end; call++) {
            final Box box = plan.get(call);
            arrays.density().get(ctx, box, Tile.of(got, box.extent(0), box.extent(1)));
            sum += (long) sum(got, (int) box.size());
        }
        return sum;
    }

    private static double sum(final double[] values, final int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += values[i];
        }
        return sum;
    }

    private void write(final TaskContext ctx, final long task) throws SuspendExecution {
        final long end = plan.mix().puts().first(task + 1);
        for (long call = plan.mix().puts().first(task); call < end; call++) {
            final Box box = plan.put(call);
            setWork(box);
            arrays.work().put(ctx, box, Tile.of(written, box.extent(0), box.extent(1)));
        }
    }

    private void setWork(final Box box) {
        int at = 0;
        for (long i = box.from(0); i < box.to(0); i++) {
            for (long j = box.from(1); j < box.to(1); j++) {
                written[at++] = ReplayPlan.work(round, i, j);
            }
        }
    }

    private void add(final TaskContext ctx, final long task, final double value) throws SuspendExecution {
        Arrays.fill(added, value);
        final long end = plan.mix().sums().first(task + 1);
        for (long call = plan.mix().sums().first(task); call < end; call++) {
            final Box box = plan.sum(call);
            arrays.fock().accumulate(ctx, box, Tile.of(added, box.extent(0), box.extent(1)), 1);
        }
    }
}
