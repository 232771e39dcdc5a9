package org.gmt4j.engine.waiting.broken;

/** Breaks the rule against circles of rooms on purpose, with {@code HangInACircle}. */
public final class WaitingInACircle {
    org.gmt4j.engine.hang.broken.HangInACircle hang;
}
