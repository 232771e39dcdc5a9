package org.gmt4j.engine.travel.broken;

/** Breaks the floor of travel on purpose. */
final class TravelThatKnowsTasks {
    org.gmt4j.engine.task.TaskRuntime task;
}
