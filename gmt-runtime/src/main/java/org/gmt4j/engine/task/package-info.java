/**
 * Fibers, tasks, loops and their waits. Floor R2: the only floor that knows Quasar's scheduler.
 *
 * <p>Three storeys, none of which knows those above: tasks as data ({@code NodeTasks}, and {@code TaskParts} on it:
 * jobs, balance, collectives), fibers ({@link org.gmt4j.engine.task.Worker}, and the waits of a fiber's context), and
 * the door ({@link org.gmt4j.engine.task.TaskRuntime}, {@link org.gmt4j.engine.task.EngineTask}).
 *
 * <p>Read {@link org.gmt4j.TaskContext} (the users' view), then {@code NodeTasks}, {@code LoopTask} and
 * {@link org.gmt4j.engine.task.Worker}. Arrays do not belong here.
 */
package org.gmt4j.engine.task;

