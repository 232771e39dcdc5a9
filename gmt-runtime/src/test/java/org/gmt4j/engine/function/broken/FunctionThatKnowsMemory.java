package org.gmt4j.engine.function.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class FunctionThatKnowsMemory {
    org.gmt4j.engine.memory.Segment segment;
}
