package org.gmt4j.runtime.array.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class ArrayThatKnowsHelpers {
    org.gmt4j.runtime.helper.CommandExecutor executor;
}
