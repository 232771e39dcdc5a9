package org.gmt4j.engine.power.broken;

/** Breaks the floor of power on purpose. */
final class PowerThatKnowsTasks {
    org.gmt4j.engine.task.TaskRuntime context;
}
