package org.gmt4j.engine.power.broken;

/** Breaks the rule against circles of rooms on purpose, with {@code HangInACircle}. */
public final class PowerInACircle {
    org.gmt4j.engine.hang.broken.HangInACircle hang;
}
