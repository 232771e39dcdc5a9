package org.gmt4j.cli.profile;

/**
 * Waits of tasks for one kind of thing, all nodes together.
 *
 * @param kind   data, handle, tasks, collective or signal
 * @param count  waits
 * @param meanUs microseconds, right in the mean of many
 */
public record WaitFigures(String kind, long count, double meanUs) {
}
