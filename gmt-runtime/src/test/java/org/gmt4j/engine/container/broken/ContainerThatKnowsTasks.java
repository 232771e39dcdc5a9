package org.gmt4j.engine.container.broken;

/** Breaks the floors on purpose: a container of a node does not know what tasks are. */
abstract class ContainerThatKnowsTasks {
    abstract org.gmt4j.engine.task.TaskRuntime tasks();
}
