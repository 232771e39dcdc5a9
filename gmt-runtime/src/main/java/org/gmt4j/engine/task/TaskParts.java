package org.gmt4j.engine.task;

/**
 * What workers and tasks of one node meet on: the node's tasks, its jobs, the chunks that nodes give each other, rounds
 * of collectives, and captured values that travel apart. Made by {@link TaskRuntime}. Any thread.
 */
record TaskParts(NodeTasks tasks, JobTable jobs, LoadBalance balance, CollectiveRounds rounds, LongValues longValues) {
}
