package org.gmt4j.engine.hang.broken;

/** Breaks the floor of hang on purpose. */
final class HangThatKnowsTasks {
    org.gmt4j.engine.task.TaskRuntime task;
}
