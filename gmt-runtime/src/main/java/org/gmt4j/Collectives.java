package org.gmt4j;

import java.util.List;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Operations of all nodes together. One task of a team on each node calls each operation, in the same order on all
 * nodes, with the same root and operator. Different calls that meet fail with GMT-245; with different roots tasks may
 * wait for each other. Contributions travel up a tree of fan-out 4 whose root is the root node, and results travel
 * down: 2 log4(nodes) messages deep, at most 5 messages per node. A collective does not wait for outstanding
 * operations: await them first.
 *
 * <p><b>Teams.</b> A team consists of the tasks spawned by one call of {@link TaskContext#executeOnAll},
 * {@link TaskContext#callOnAll} or a {@code parFor} over several nodes; of those spawned by all {@code Nb} calls that
 * one {@code awaitTasks} waits for; or of those spawned with one handle. A task that a member runs on its own node with
 * {@code execute}, {@code call} or a local loop acts for the member. Teams do not affect each other. Tasks started from
 * outside the job form a team of their own.
 *
 * <p><b>Failure.</b> When an exception leaves the body of a member, the team's collectives are aborted. Members that
 * wait in one, on any node, get a {@link CollectiveAbortedException} with node and cause. So do members that call one
 * later, even if other nodes have completed that round. An exception that a body handles aborts nothing. The spawner of
 * the team gets the failure itself, and its next team starts afresh. Tasks started from outside are not aborted.
 *
 * <p><b>Deadlines.</b> {@link #within} returns a view whose waits expire. After a timeout the contribution of this node
 * still counts and the round continues, so no other node is held up. The same call repeated by the same task, with or
 * without a deadline, continues to wait for the same round; its new value is ignored. Any other collective is refused
 * until then. A task may also end and abandon the round.
 *
 * <p>Belongs to the task that called {@link TaskContext#collectives()}.
 */
public interface Collectives {
    /**
     * Returns the same operations with a deadline: each waits at most {@code timeout} nanoseconds and then throws
     * {@link GmtTimeoutException}.
     *
     * @param timeout time to wait, in nanoseconds, 0 or more
     * @return a view for use by the same task
     */
    Collectives within(long timeout);

    /** Suspends until all nodes have called this method. Does not wait for outstanding operations: await them first. */
    void barrier() throws SuspendExecution;

    /**
     * Combines one value of each node. All nodes get the result.
     *
     * @param value    contribution of this node
     * @param operator the same on all nodes
     * @return the combined value
     */
    long allReduce(long value, ReduceOperator operator) throws SuspendExecution;

    /**
     * Combines one value of each node. All nodes get the result. The tree fixes the order of combination, so results
     * are reproducible.
     *
     * @param value    contribution of this node
     * @param operator the same on all nodes
     * @return the combined value
     * @throws IllegalArgumentException when the operator is not defined for floating point
     */
    double allReduce(double value, ReduceOperator operator) throws SuspendExecution;

    /**
     * Combines one value of each node at the root. The other nodes do not wait.
     *
     * @param root     id of the root node
     * @param value    contribution of this node
     * @param operator the same on all nodes
     * @return the combined value at the root; elsewhere the node's own value
     */
    long reduce(int root, long value, ReduceOperator operator) throws SuspendExecution;

    /**
     * Combines one value of each node at the root, always in the same order. The other nodes do not wait.
     *
     * @param root     id of the root node
     * @param value    contribution of this node
     * @param operator the same on all nodes
     * @return the combined value at the root; elsewhere the node's own value
     * @throws IllegalArgumentException when the operator is not defined for floating point
     */
    double reduce(int root, double value, ReduceOperator operator) throws SuspendExecution;

    /**
     * Sends the root's value to all nodes.
     *
     * @param <T>   type of the value, transferable
     * @param root  id of the root node
     * @param value value to send; ignored on other nodes
     * @return the root's value
     */
    <T> T broadcast(int root, T value) throws SuspendExecution;

    /**
     * Gathers one value of each node at the root. The other nodes do not wait. The values must fit one command block
     * together.
     *
     * @param <T>   type of the values, transferable
     * @param root  id of the root node
     * @param value contribution of this node
     * @return the values in the order of node ids at the root; elsewhere null
     */
    <T> List<T> gather(int root, T value) throws SuspendExecution;

    /**
     * Gathers one value of each node. All nodes get all values. The values must fit one command block together.
     *
     * @param <T>   type of the values, transferable
     * @param value contribution of this node
     * @return the values in the order of node ids
     */
    <T> List<T> allGather(T value) throws SuspendExecution;
}
