package org.gmt4j;

import org.gmt4j.engine.task.TaskRuntime;

/** The longest strings that are values of containers: those that can travel, with any key. No state; any thread. */
final class TextLimit {
    /** For the key, which has at most 2,048 characters, and for what else a task carries. */
    private static final int ROOM_BESIDE = 8 << 10;
    private static final int MAX_BYTES = TaskRuntime.LONGEST_VALUE - ROOM_BESIDE;

    private TextLimit() {
    }

    /** Refuses a string that only a key of this node could have. */
    static void check(final String text) {
        if (text.length() > MAX_BYTES / 2 && (text.length() > MAX_BYTES || !hasNarrowChars(text))) {
            throw new GmtException("GMT-825", "a value of " + text.length() + " characters is too long: "
                + MAX_BYTES + " bytes at most, of which a character takes two, or one where all are below 256");
        }
    }

    private static boolean hasNarrowChars(final String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xFF) {
                return false;
            }
        }
        return true;
    }
}
