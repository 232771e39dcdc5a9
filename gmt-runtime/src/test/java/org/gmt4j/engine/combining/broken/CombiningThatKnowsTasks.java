package org.gmt4j.engine.combining.broken;

/** Breaks the floor of combining on purpose. */
final class CombiningThatKnowsTasks {
    org.gmt4j.engine.task.TaskRuntime task;
}
