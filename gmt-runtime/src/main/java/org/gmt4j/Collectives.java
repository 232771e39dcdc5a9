package org.gmt4j;

import java.util.List;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Operations that all nodes make together: one task of a team on each node calls each of them, in the same order
 * everywhere. Contributions go up a tree of fan-out 4 rooted at the root node, results come down it: 2 log4(nodes)
 * messages deep, at most 5 messages per node. What nodes have issued is not waited for: await it first.
 *
 * <p><b>Teams.</b> The tasks that one call of {@link TaskContext#executeOnAll}, {@link TaskContext#callOnAll} or a
 * {@code parFor} over several nodes spawns are a team; so are those of all {@code Nb} calls that one {@code awaitTasks}
 * waits for, and those spawned with one handle. A task that a member runs on its own node with {@code execute},
 * {@code call} or a local loop speaks for the member's team. Teams do not disturb each other. Tasks started from
 * outside are a team of their own.
 *
 * <p><b>Failure.</b> When an exception leaves the body of a member, the team's collectives are aborted: members that
 * wait in one, on whatever node, get a {@link CollectiveAbortedException} naming node and cause, and so do members that
 * call one later, also if that round has been completed at other nodes. An exception that a body handles aborts
 * nothing. Whoever spawned the team gets the failure itself; the next team begins anew. Tasks started from outside are
 * not aborted.
 *
 * <p><b>Deadlines.</b> {@link #within} gives a view whose waits expire. The contribution of this node stays counted and
 * the round goes on, so nobody else is held up; the same call made again by the same task, with or without a deadline,
 * goes on waiting for the same round (a new value is not looked at), and another collective is refused until then. A
 * task may also end and leave the round behind.
 *
 * <p>Belongs to the task that has asked for it, by {@link TaskContext#collectives()}.
 */
public interface Collectives {
    /** The same operations; each waits at most {@code timeoutNs} and then throws {@link GmtTimeoutException}. */
    Collectives within(long timeout);

    /** Waits until all nodes have called it. Does not wait for operations on their way: await them first. */
    void barrier() throws SuspendExecution;

    /** Combines a value of each node; all get the result. */
    long allReduce(long value, ReduceOperator operator) throws SuspendExecution;

    /**
     * Combines a value of each node; all get the result. The order of combination is fixed by the tree, so results
     * repeat.
     */
    double allReduce(double value, ReduceOperator operator) throws SuspendExecution;

    /** Combines a value of each node; the root gets the result, the others the value they gave, at once. */
    long reduce(int root, long value, ReduceOperator operator) throws SuspendExecution;

    /**
     * Combines a value of each node, always in the same order; the root gets the result, the others the value they
     * gave, at once.
     */
    double reduce(int root, double value, ReduceOperator operator) throws SuspendExecution;

    /** All get the root's value. */
    <T> T broadcast(int root, T value) throws SuspendExecution;

    /**
     * The root gets the values of all nodes by node id, the others null, at once. Together they must fit one command
     * block.
     */
    <T> List<T> gather(int root, T value) throws SuspendExecution;

    /** All get the values of all nodes by node id. Together they must fit one command block. */
    <T> List<T> allGather(T value) throws SuspendExecution;
}
