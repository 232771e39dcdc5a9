/**
 * How the threads of a node wait: until there is something to do, or for replies. Floor R0: knows nothing of nodes,
 * tasks and commands; {@code engine.node} says when to wait, what is expected, and what has arrived.
 *
 * <p>Read {@link org.gmt4j.engine.waiting.ThreadWait}, then {@link org.gmt4j.engine.waiting.WaitPolicy} and its three
 * policies. What the processors use meanwhile belongs to {@code engine.power}.
 */
package org.gmt4j.engine.waiting;
