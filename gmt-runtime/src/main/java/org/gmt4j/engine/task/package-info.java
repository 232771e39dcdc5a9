/**
 * Fibers, tasks, loops and what they wait for. Floor R2: the only floor that knows Quasar's scheduler.
 *
 * <p>Three storeys, of which a lower one does not know those above: tasks as data ({@code NodeTasks}, and
 * {@code TaskParts} on it: jobs, balance, collectives), fibers ({@link org.gmt4j.engine.task.Worker}, and what a
 * fiber's context waits for), and the door ({@link org.gmt4j.engine.task.TaskRuntime},
 * {@link org.gmt4j.engine.task.EngineTask}).
 *
 * <p>Read {@link org.gmt4j.TaskContext} (what users see), then {@code NodeTasks}, {@code LoopTask} and
 * {@link org.gmt4j.engine.task.Worker}. Arrays do not belong here.
 */
package org.gmt4j.engine.task;

