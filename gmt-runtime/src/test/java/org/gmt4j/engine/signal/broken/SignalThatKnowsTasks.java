package org.gmt4j.engine.signal.broken;

/** Breaks the floor of signals on purpose. */
final class SignalThatKnowsTasks {
    org.gmt4j.engine.task.TaskRuntime task;
}
