package org.gmt4j.engine.objects.broken;

/** Breaks the floor of objects on purpose. */
final class ObjectsThatKnowTasks {
    org.gmt4j.engine.task.TaskRuntime task;
}
