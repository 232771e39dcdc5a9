/**
 * Executes incoming commands at their owner. Floor R4: the one place where memory, tasks and visits meet.
 *
 * <p>Read {@link org.gmt4j.engine.helper.CommandExecutor}, then {@link org.gmt4j.engine.helper.CommandDispatch}, which
 * passes commands to parts, and {@link org.gmt4j.engine.helper.BlockCursor}, which the parts share.
 */
package org.gmt4j.engine.helper;
