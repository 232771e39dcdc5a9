/**
 * How the threads of a node wait: until there is something to do, or for replies. Floor R0: knows nothing of nodes,
 * tasks and commands; {@code engine.node} says when to wait, what is expected, and what has arrived.
 *
 * <p>Read {@link org.gmt4j.engine.waiting.NodeWaiting}, {@link org.gmt4j.engine.waiting.ThreadWait}, then
 * {@code WaitPolicy} and its three policies, and {@code CpuFrequency}: processors that are slower meanwhile.
 */
package org.gmt4j.engine.waiting;
