package org.gmt4j.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
abstract class ArrayThatKnowsHelpers implements org.gmt4j.Placement {
    org.gmt4j.engine.helper.CommandExecutor executor;
}
