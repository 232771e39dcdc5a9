/**
 * Executes incoming commands at their owner. Floor R5: the one place where memory, tasks and visits meet.
 *
 * <p>Read {@link org.gmt4j.engine.helper.CommandExecutor}.
 */
package org.gmt4j.engine.helper;
