package org.gmt4j.engine.memory.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class MemoryThatKnowsTasks {
    org.gmt4j.engine.task.TaskRuntime context;
}
