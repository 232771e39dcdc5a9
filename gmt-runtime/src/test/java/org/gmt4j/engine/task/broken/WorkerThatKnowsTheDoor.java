package org.gmt4j.engine.task.broken;

/** Breaks the floor of fibers on purpose. */
final class WorkerThatKnowsTheDoor {
    org.gmt4j.engine.task.TaskRuntime door;
}
