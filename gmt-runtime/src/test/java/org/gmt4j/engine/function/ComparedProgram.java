package org.gmt4j.engine.function;

import org.gmt4j.engine.function.TestBodies.Function;
import org.gmt4j.engine.function.TestBodies.Visit;

/** A program that {@link RegistryComparisonTest} loads several times. */
final class ComparedProgram {
    private ComparedProgram() {
    }

    static Function<String> body(final String text, final long number) {
        return context -> "original " + text + number;
    }

    static Function<Object> holding(final long number, final Object held) {
        return context -> number + held.toString();
    }

    static Visit visit() {
        return (index, argument) -> index;
    }

    record Part(int number) {
    }
}
