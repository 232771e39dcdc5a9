package org.gmt4j.armci.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class VerbThatKnowsArrays {
    org.gmt4j.GlobalLongArray array;
}
