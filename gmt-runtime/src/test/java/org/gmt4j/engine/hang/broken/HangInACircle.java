package org.gmt4j.engine.hang.broken;

/** Breaks the rule against circles of rooms on purpose, with {@code WaitingInACircle}. */
public final class HangInACircle {
    org.gmt4j.engine.waiting.broken.WaitingInACircle waiting;
}
