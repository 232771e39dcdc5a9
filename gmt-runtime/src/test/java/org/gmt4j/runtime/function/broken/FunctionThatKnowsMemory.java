package org.gmt4j.runtime.function.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class FunctionThatKnowsMemory {
    org.gmt4j.runtime.memory.Segment segment;
}
