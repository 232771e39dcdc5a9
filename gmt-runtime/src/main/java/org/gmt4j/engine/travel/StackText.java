package org.gmt4j.engine.travel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses stacks of exceptions that have travelled as the text of {@code printStackTrace}, perhaps cut at its end. Any
 * thread; per failure.
 */
final class StackText {
    /** Names may have blanks and brackets, as those that Kotlin has in backticks; no method's has a dot. */
    private static final Pattern FRAME =
        Pattern.compile("\\tat (?:[^\\s()]*/)?([^/]+)\\.([^./]+)\\(([^()]*)\\)");
    /** Frames that a cause shares with the exception that it has caused. */
    private static final Pattern SHARED = Pattern.compile("\\t\\.\\.\\. (\\d{1,6}) more");
    private static final String CAUSE = "Caused by: ";
    /** In place of a cause that the text has had: causes may form a circle. */
    private static final String HAD = CAUSE + "[CIRCULAR REFERENCE";
    private static final int NATIVE = -2;

    private StackText() {
    }

    /** Returns the stack of the exception itself, then those of its causes. */
    static List<StackTraceElement[]> parse(final String text) {
        final List<StackTraceElement[]> stacks = new ArrayList<>();
        final List<StackTraceElement> frames = new ArrayList<>();
        for (final String line : text.split("\\R")) {
            if (line.startsWith(HAD)) {
                break;
            }
            if (line.startsWith(CAUSE)) {
                stacks.add(frames.toArray(new StackTraceElement[0]));
                frames.clear();
                continue;
            }
            final Matcher frame = FRAME.matcher(line);
            final Matcher shared = SHARED.matcher(line);
            if (frame.matches()) {
                frames.add(element(frame.group(1), frame.group(2), frame.group(3)));
            } else if (shared.matches() && !stacks.isEmpty()) {
                final StackTraceElement[] outer = stacks.get(stacks.size() - 1);
                final int count = Math.min(outer.length, Integer.parseInt(shared.group(1)));
                frames.addAll(Arrays.asList(outer).subList(outer.length - count, outer.length));
            }
        }
        stacks.add(frames.toArray(new StackTraceElement[0]));
        return stacks;
    }

    private static StackTraceElement element(final String type, final String method, final String place) {
        if (place.equals("Native Method")) {
            return new StackTraceElement(type, method, null, NATIVE);
        }
        final int colon = place.lastIndexOf(':');
        try {
            return colon < 0 ? new StackTraceElement(type, method, place.equals("Unknown Source") ? null : place, -1)
                : new StackTraceElement(type, method, place.substring(0, colon),
                    Integer.parseInt(place.substring(colon + 1)));
        } catch (final NumberFormatException e) {
            return new StackTraceElement(type, method, place, -1);
        }
    }
}
