/**
 * Fibers, tasks, loops and what they wait for. Floor R2: the only floor that knows Quasar's scheduler.
 *
 * <p>Read {@link org.gmt4j.TaskContext} (what users see), then {@link org.gmt4j.engine.task.Worker} and
 * {@link org.gmt4j.engine.task.LoopTask}. Arrays do not belong here.
 */
package org.gmt4j.engine.task;

