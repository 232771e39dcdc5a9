package org.gmt4j.engine.hang.broken;

/** Breaks the rule against circles of rooms on purpose, with {@code PowerInACircle}. */
public final class HangInACircle {
    org.gmt4j.engine.power.broken.PowerInACircle power;
}
