package org.gmt4j.runtime.hang.broken;

/** Breaks the floor of hang on purpose. */
final class HangThatKnowsTasks {
    org.gmt4j.runtime.task.TaskContext task;
}
