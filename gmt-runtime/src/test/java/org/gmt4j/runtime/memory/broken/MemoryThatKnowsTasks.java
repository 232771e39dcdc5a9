package org.gmt4j.runtime.memory.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class MemoryThatKnowsTasks {
    org.gmt4j.runtime.task.TaskContext context;
}
