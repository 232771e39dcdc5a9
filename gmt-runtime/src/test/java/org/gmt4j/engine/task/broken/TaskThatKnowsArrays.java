package org.gmt4j.engine.task.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class TaskThatKnowsArrays {
    org.gmt4j.GlobalArray array;
}
