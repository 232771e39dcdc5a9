package org.gmt4j;

import java.time.Duration;
import java.util.List;
import org.gmt4j.armci.BlockingArmci;
import org.gmt4j.engine.cluster.ClusterBuilder;
import org.gmt4j.engine.cluster.NodeCluster;

/**
 * A job of one or more nodes to run programs on.
 *
 * <pre>{@code
 * try (GmtCluster cluster = GmtCluster.local(4)) {
 *     long sum = cluster.call(ctx -> {
 *         GlobalLongArray a = GlobalLongArray.allocate(ctx, 1 << 20);
 *         ctx.parFor(a.size(), 1024, (i, c) -> a.addNb(c, (i * 7919) & (a.size() - 1), 1));
 *         return a.get(ctx, 42);
 *     });
 * }
 * }</pre>
 *
 * <p>The class that writes a lambda must be registered: {@link #local(int, Class[])} registers the caller's classes
 * given, {@link #builder()} more. Any thread; {@link #close()} is bounded. Implemented by the runtime alone.
 */
public interface GmtCluster extends AutoCloseable {

    /**
     * What a whole program does with a cluster, on node 0.
     *
     * @param <E> what it may throw
     */
    @FunctionalInterface
    interface Program<E extends Exception> {
        /**
         * The program.
         *
         * @param cluster closed by the caller
         * @throws E becomes the outcome of the job
         */
        void run(GmtCluster cluster) throws E;
    }

    /**
     * One setting of a cluster.
     *
     * @param name   as in {@code gmt config}, such as {@code gmt.fibers}
     * @param value  as its author wrote it
     * @param origin where it comes from, such as {@code default}, {@code program} or {@code environment GMT_FIBERS}
     */
    record Setting(String name, String value, String origin) {
    }

    /**
     * Starts nodes inside this JVM. Lambdas of the calling class, and of the classes given, may travel.
     *
     * @param nodes    how many, at least 1
     * @param programs further classes whose lambdas, bodies and values may travel
     * @return the cluster, started
     */
    static GmtCluster local(final int nodes, final Class<?>... programs) {
        final Class<?> caller = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        return builder().nodes(nodes).register(caller).register(programs).start();
    }

    /**
     * Joins the job that {@code GMT_NODE_ID}, {@code GMT_NODES} and {@code GMT_SEED=host:port} describe, over UDP; node
     * 0 hosts the seed. The same program runs in every process, but this method returns on node 0 only: the other
     * processes serve, and end with {@code System.exit} when node 0 closes the cluster: with 0, or, when the last job
     * has failed, or a node is lost, with 1 and a message on standard error. Started by {@code gmt run --jar} it joins
     * the launcher's job, and so do the programs of {@link #join}. Otherwise, without those variables: two nodes in
     * this JVM.
     *
     * <p>All nodes must have joined within {@code gmt.join.timeout}. A process ends by itself when it loses node 0, at
     * once when that process ends, else within {@code gmt.silence.limit}.
     *
     * @param programs further classes whose lambdas, bodies and values may travel, beside the caller's
     * @return the cluster; on node 0 only
     * @throws GmtException when the job cannot be joined
     * @see #main for programs whose other failures are the job's, too
     * @see #join for processes that go on when the job has ended
     */
    static GmtCluster connect(final Class<?>... programs) {
        return NodeCluster.connect(
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(), programs);
    }

    /**
     * Runs a program: on a cluster as of {@link #connect} that is closed at its end, in the process of node 0 only.
     * Whatever the program throws is the outcome of the job: the other processes end with 1 and say what it was.
     *
     * @param <E>      what the program may throw
     * @param program  what to do with the cluster
     * @param programs further classes whose lambdas, bodies and values may travel, beside the caller's
     * @throws E what the program throws
     */
    static <E extends Exception> void main(final Program<E> program, final Class<?>... programs) throws E {
        NodeCluster.main(StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(), program,
            programs);
    }

    /**
     * As {@link #connect}, but returns in every process. Where {@link #isRoot()} is false only {@link #serve()} and
     * {@link #close()} make sense: jobs are submitted on node 0.
     *
     * @param programs further classes whose lambdas, bodies and values may travel, beside the caller's
     * @return the cluster, as this process sees it
     */
    static GmtCluster join(final Class<?>... programs) {
        return NodeCluster.join(
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(), programs);
    }

    /**
     * Begins the description of a cluster inside this JVM.
     *
     * @return a description without any setting of its own
     */
    static Builder builder() {
        return new ClusterBuilder();
    }

    /**
     * Says whether jobs are submitted here.
     *
     * @return whether this process has node 0
     */
    boolean isRoot();

    /**
     * Says which part of the job this process has.
     *
     * @return the first node of this process
     */
    int nodeId();

    /**
     * Says how large the job is.
     *
     * @return the number of nodes, those of other processes included
     */
    int nodeCount();

    /**
     * In the processes without node 0, see {@link #join}: waits for the end of the job. On node 0 there is nothing to
     * wait for.
     *
     * @throws GmtException GMT-722 when the program of node 0 has failed; others when a node is lost
     */
    void serve();

    /**
     * Runs a body as the first task, on node 0, and waits for its end.
     *
     * @param body of the task
     * @throws GmtException as {@link #call}
     */
    void run(TaskBody body);

    /**
     * Runs a body as the first task, on node 0, and waits for its result. A caller that is interrupted cancels the job.
     *
     * @param <R>  of the result
     * @param body of the task
     * @return what the body returns
     * @throws GmtException what ended it: {@code ParForException}, whose cause is what a body has thrown, on whatever
     *                      node; a lost node; its deadline
     */
    <R> R call(TaskFunction<R> body);

    /**
     * Starts a body as the first task, on node 0, of a job that can be waited for, cancelled and given a deadline. Jobs
     * run at the same time and take turns, chunk by chunk.
     *
     * @param <R>  of the result
     * @param body of the task
     * @return the job, which is running
     */
    <R> Job<R> submit(TaskFunction<R> body);

    /**
     * One-sided operations for threads that are no tasks.
     *
     * @return those of the first node of this process
     */
    BlockingArmci armci();

    /**
     * All settings of this process's nodes as {@code gmt config} lists them, each with its value and where that comes
     * from. {@code gmt.plan=auto} and the like are shown as asked for.
     *
     * @return the settings, in the order of {@code gmt config}
     */
    List<Setting> settings();

    /**
     * What waits for what, over the nodes of this process: dead-locks, the oldest waits of each node with the user's
     * lines, and what the threads do. Any thread, at any time; bounded, and never throws. docs/hangs.md says how to
     * read it.
     *
     * @return a text of several lines
     */
    String report();

    /** Ends the nodes of this process, within seconds. Never throws: what cannot be closed is logged. Idempotent. */
    @Override
    void close();

    /**
     * Describes a job whose nodes are all inside this JVM. What is not set here comes from where {@code gmt} takes it:
     * variables ({@code GMT_FIBERS}), properties ({@code -Dgmt.fibers}), {@code gmt.properties} in the working folder,
     * the default; {@code gmt config} lists all settings. One thread a node, unless plan, workers or helpers are set.
     * One thread. Implemented by the runtime alone.
     */
    interface Builder {
        /**
         * Sets a setting; takes precedence over all other places. {@link #start} refuses unknown names and values
         * without use.
         *
         * @param key   as in {@code gmt config}: {@code gmt.fibers}
         * @param value as written there ({@code "20ms"}, {@code "64k"}), or a number, truth, enum or {@link Duration}
         * @return this
         */
        Builder set(String key, Object value);

        /**
         * Sets the number of nodes.
         *
         * @param count at least 1
         * @return this
         */
        Builder nodes(int count);

        /**
         * Adds classes whose lambdas, bodies and values may travel.
         *
         * @param classes with all that are nested in them
         * @return this
         */
        Builder register(Class<?>... classes);

        /**
         * Gives workers and helpers threads of their own, instead of one thread per node.
         *
         * @param workerCount threads per node that run tasks
         * @param helperCount threads per node that execute commands
         * @return this
         */
        Builder dedicated(int workerCount, int helperCount);

        /**
         * Sets the seed of the job's random numbers.
         *
         * @param newSeed any
         * @return this
         */
        Builder seed(long newSeed);

        /**
         * Limits the memory of arrays.
         *
         * @param bytes per node
         * @return this
         */
        Builder memoryMax(long bytes);

        /**
         * Gives each job a deadline, from its start on: a job that is late fails with a report of what waits where.
         *
         * @param limit zero: none
         * @return this
         */
        Builder timeout(Duration limit);

        /**
         * For debugging: compares what bodies have captured after each chunk, task or visit; a change, which would be
         * lost, fails.
         *
         * @param isOn whether to compare
         * @return this
         */
        Builder checkCaptures(boolean isOn);

        /**
         * Starts the nodes and returns when all are connected.
         *
         * @return the cluster, to be closed by the caller
         * @throws GmtException a setting is unknown, has no use here, or does not fit the others: the message says
         *                      where it comes from
         */
        GmtCluster start();
    }
}
