package org.gmt4j.runtime.power.broken;

/** Breaks the floor of power on purpose. */
final class PowerThatKnowsTasks {
    org.gmt4j.runtime.task.TaskContext context;
}
