package org.gmt4j.engine.helper.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class HelperThatKnowsFibers {
    co.paralleluniverse.fibers.Coroutine coroutine;
}
