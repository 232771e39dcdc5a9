/**
 * Executes incoming commands at their owner. Floor R5: the one place where memory, tasks and visits meet.
 *
 * <p>Read {@link org.gmt4j.engine.helper.CommandExecutor}, then {@link org.gmt4j.engine.helper.CommandDispatch},
 * which hands commands to parts, and {@link org.gmt4j.engine.helper.BlockCursor}, which the parts share.
 */
package org.gmt4j.engine.helper;
