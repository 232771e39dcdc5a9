package org.gmt4j;

import java.time.Duration;
import java.util.List;
import org.gmt4j.armci.BlockingArmci;
import org.gmt4j.engine.cluster.ClusterBuilder;
import org.gmt4j.engine.cluster.NodeCluster;

/**
 * Runs programs as jobs on one or more nodes.
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
 * <p>The class that contains a lambda must be registered. {@link #local(int, Class[])} registers the calling class and
 * the classes passed to it; {@link Builder#register} registers more.
 *
 * <p>The first body of a job runs in the JVM of its caller. What it captures, and its result, are the objects
 * themselves, of any type, not copies: leave them alone until the job has ended. Bodies that it spawns travel, with
 * copies of what they capture, see {@link TaskBody}.
 *
 * <p>All methods may be called by any thread, and
 * {@link #close()} returns within a bound. Only the runtime implements this interface.
 */
public interface GmtCluster extends AutoCloseable {

    /**
     * A whole program, run on node 0.
     *
     * @param <E> exception that the program may throw
     */
    @FunctionalInterface
    interface Program<E extends Exception> {
        /**
         * Runs the program.
         *
         * @param cluster to submit jobs to; closed by the caller
         * @throws E to fail the whole job
         */
        void run(GmtCluster cluster) throws E;
    }

    /**
     * One setting of a cluster.
     *
     * @param name   as in {@code gmt config}, such as {@code gmt.fibers}
     * @param value  text of the value, as it was written
     * @param origin source of the value, such as {@code default}, {@code program} or {@code environment GMT_FIBERS}
     */
    record Setting(String name, String value, String origin) {
    }

    /**
     * Starts nodes inside this JVM. Lambdas of the calling class and of the given classes may travel.
     *
     * @param nodes    number of nodes, at least 1
     * @param programs further classes whose lambdas, bodies and values may travel
     * @return the started cluster
     */
    static GmtCluster local(final int nodes, final Class<?>... programs) {
        final Class<?> caller = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        return builder().nodes(nodes).register(caller).register(programs).start();
    }

    /**
     * Joins the job described by the variables {@code GMT_NODE_ID}, {@code GMT_NODES} and {@code GMT_SEED=host:port},
     * over UDP. Node 0 hosts the seed. A program started by {@code gmt run --jar} joins the launcher's job instead;
     * {@link #join} does the same. Without {@code GMT_NODE_ID} and {@code GMT_SEED} and without a launcher,
     * {@code gmt.nodes} nodes start in this JVM, two unless set.
     *
     * <p>The same program runs in every process, but this method returns on node 0 only. The other processes serve
     * until node 0 closes the cluster, and then call {@code System.exit}: with 0, or, when the last job has failed or a
     * node is lost, with 1 and a message on standard error.
     * <p>All nodes must have joined within {@code gmt.join.timeout}. A process that loses node 0 ends by itself: at
     * once when the process of node 0 ends, otherwise within {@code gmt.silence.limit}.
     *
     * @param programs further classes whose lambdas, bodies and values may travel, besides the caller's
     * @return the cluster; on node 0 only
     * @throws GmtException when the job cannot be joined, or its transport not be opened
     * @see #main for programs whose own exceptions fail the job
     * @see #join for processes that continue after the end of the job
     */
    static GmtCluster connect(final Class<?>... programs) {
        return NodeCluster.connect(
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(), programs);
    }

    /**
     * Runs a program on a cluster made as by {@link #connect}, in the process of node 0 only, and closes the cluster at
     * the end. An exception of the program is the outcome of the job: the other processes print it and exit with 1.
     *
     * @param <E>      exception that the program may throw
     * @param program  to run
     * @param programs further classes whose lambdas, bodies and values may travel, besides the caller's
     * @throws E thrown by the program
     */
    static <E extends Exception> void main(final Program<E> program, final Class<?>... programs) throws E {
        NodeCluster.main(StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(), program,
            programs);
    }

    /**
     * Joins a job as {@link #connect} does, but returns in every process. Where {@link #isRoot()} is false only
     * {@link #serve()} and {@link #close()} are of use, because jobs are submitted on node 0.
     *
     * @param programs further classes whose lambdas, bodies and values may travel, besides the caller's
     * @return the cluster as seen by this process
     */
    static GmtCluster join(final Class<?>... programs) {
        return NodeCluster.join(
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(), programs);
    }

    /**
     * Returns a builder for a cluster inside this JVM.
     *
     * @return a builder on which nothing is set
     */
    static Builder builder() {
        return new ClusterBuilder();
    }

    /**
     * Returns whether this process has node 0, where jobs are submitted.
     *
     * @return true on node 0
     */
    boolean isRoot();

    /**
     * Returns the id of the first node of this process.
     *
     * @return the node id, from 0
     */
    int nodeId();

    /**
     * Returns the number of nodes of the job, including those of other processes.
     *
     * @return the number of nodes, at least 1
     */
    int nodeCount();

    /**
     * Waits for the end of the job in a process made by {@link #join}. Returns at once on node 0.
     *
     * @throws GmtException GMT-722 when the program of node 0 has failed; other codes when a node is lost
     */
    void serve();

    /**
     * Runs a body as the first task, on node 0, and waits for its end.
     *
     * @param body of the first task; uses what it captures itself, not a copy
     * @throws GmtException as {@link #call} does
     */
    void run(TaskBody body);

    /**
     * Runs a body as the first task, on node 0, and waits for its result. Interrupting the caller cancels the job; the
     * call then ends with GMT-242 when the job's tasks have ended, or after ten seconds, with a warning in the log.
     *
     * @param <R>  type of the result
     * @param body of the first task; uses what it captures itself, not a copy
     * @return the result of the body, itself
     * @throws GmtException a {@code ParForException} whose cause is the exception of a body on any node; or the loss of
     *                      a node, or an expired deadline
     */
    <R> R call(TaskFunction<R> body);

    /**
     * Starts a body as the first task of a new job, on node 0. Several jobs run at the same time and take turns, chunk
     * by chunk.
     *
     * @param <R>  type of the result
     * @param body of the first task; uses what it captures itself, not a copy: leave that alone until the job has ended
     * @return the running job, to wait for, to cancel or to give a deadline
     * @throws IllegalStateException GMT-393 in a body: it uses its context instead
     * @throws GmtException          GMT-394 where the body captures an array of another cluster of this JVM
     */
    <R> Job<R> submit(TaskFunction<R> body);

    /**
     * Returns one-sided operations for threads that are not tasks.
     *
     * @return the operations of the first node of this process
     */
    BlockingArmci armci();

    /**
     * Returns all settings of this process's nodes, each with its value and the source of the value. Automatic choices
     * such as {@code gmt.plan=auto} are shown as they were requested.
     *
     * @return the settings, in the order of {@code gmt config}
     */
    List<Setting> settings();

    /**
     * Describes all waits on the nodes of this process: deadlocks, the oldest waits of each node with the lines of user
     * code, and the state of each thread. May be called at any time; bounded, and never throws. See docs/hangs.md.
     *
     * @return a text of several lines
     */
    String report();

    /**
     * Stops the nodes of this process within seconds. Failures while closing are logged, not thrown. Idempotent.
     *
     * @throws IllegalStateException GMT-393 in a body, whose own thread it would stop; nothing has changed then
     */
    @Override
    void close();

    /**
     * Describes a cluster whose nodes are all inside this JVM. Settings not made here come from the sources that
     * {@code gmt} uses: variables ({@code GMT_FIBERS}), properties ({@code -Dgmt.fibers}), {@code gmt.properties} in
     * the working folder, and defaults; {@code gmt config} lists all settings. Each node has one thread, unless the
     * plan, the workers or the helpers are set. For use by one thread. Only the runtime implements this interface.
     */
    interface Builder {
        /**
         * Sets one setting, with precedence over all other sources. {@link #start} refuses unknown names and settings
         * without effect.
         *
         * @param key   name as in {@code gmt config}, such as {@code gmt.fibers}
         * @param value text as in {@code gmt config} ({@code "20ms"}, {@code "64k"}), or a number, boolean, enum or
         *              {@link Duration}
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
         * @param classes to register, with all their nested classes
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
         * @param newSeed any value
         * @return this
         */
        Builder seed(long newSeed);

        /**
         * Limits the memory of global arrays.
         *
         * @param bytes limit for each node
         * @return this
         */
        Builder memoryMax(long bytes);

        /**
         * Sets the deadline of each job, counted from its start. A job that misses it fails with a report of all waits.
         *
         * @param limit the deadline; zero for none
         * @return this
         * @throws IllegalArgumentException when it is negative
         */
        Builder timeout(Duration limit);

        /**
         * Compares the captured values of bodies after each chunk, task or visit, and fails when they have changed,
         * since such changes are lost. For debugging.
         *
         * @param isOn whether values are compared
         * @return this
         */
        Builder checkCaptures(boolean isOn);

        /**
         * Starts the nodes and returns when all of them are connected.
         *
         * @return the cluster, to be closed by the caller
         * @throws GmtException when a setting is unknown, has no effect here, or contradicts others; the message names
         *                      its source
         */
        GmtCluster start();
    }
}
