package org.gmt4j.engine.task;

/**
 * The parts that workers and tasks of one node share: the node's tasks, its jobs, the exchange of chunks, rounds of
 * collectives, long captured values, and blocking calls. Created by {@link TaskRuntime}. Any thread.
 */
record TaskParts(NodeTasks tasks, JobTable jobs, LoadBalance balance, CollectiveRounds rounds, LongValues longValues,
                 BlockingCalls blocking) {
}
