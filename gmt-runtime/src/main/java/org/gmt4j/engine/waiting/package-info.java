/**
 * The waits of a node's threads, for work or for replies. Floor R0: knows nothing of nodes, tasks and commands;
 * {@code engine.node} determines when to wait, which events are expected, and which have arrived.
 *
 * <p>Read {@link org.gmt4j.engine.waiting.NodeWaiting}, {@link org.gmt4j.engine.waiting.ThreadWait}, then
 * {@code WaitPolicy} and its three policies, and {@code CpuFrequency}, which slows processors during waits.
 */
package org.gmt4j.engine.waiting;
