package org.gmt4j.engine.function;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.gmt4j.CaptureException;
import org.gmt4j.engine.function.NotTransferableException.Step;

/** Writes the message about a variable of a body that cannot travel: its name, the reason, and the remedy. Cold. */
final class CaptureDiagnosis {
    private static final String API = "org.gmt4j";
    private static final String ENGINE = API + ".engine.";
    private static final int MEASURED_LENGTH = 1 << 26;
    private static final int NAMED_STEPS = 4;

    private CaptureDiagnosis() {
    }

    /** @param origin body or value to be sent, in words */
    static CaptureException notTransferable(final String origin, final NotTransferableException failure) {
        return new CaptureException(failure.code(),
            culprit(origin, failure) + " cannot travel to another node: " + reason(failure));
    }

    private static String culprit(final String origin, final NotTransferableException failure) {
        if (failure.path().isEmpty()) {
            return origin;
        }
        final List<Step> path = List.copyOf(failure.path());
        final StringBuilder text = new StringBuilder(nameOf(path.get(0)) + " of " + origin);
        for (int i = 1; i < path.size(); i++) {
            if (i < NAMED_STEPS || i == path.size() - 1) {
                text.append(", its ").append(nameOf(path.get(i)));
            } else if (i == NAMED_STEPS) {
                text.append(", ... (").append(path.size() - 1 - NAMED_STEPS).append(" more)");
            }
        }
        return text.toString();
    }

    private static String nameOf(final Step step) {
        final String name = step.holder() == null ? step.place() : step.holder().slotName(step.slot());
        return name + " (" + typeOf(step.value()) + ")";
    }

    /** Captures made by the compiler need another remedy than those of the author. */
    private static String reason(final NotTransferableException failure) {
        final Step last = failure.path().peekLast();
        if (last != null && last.holder() instanceof LambdaSite site && site.isThis(last.slot())) {
            return reasonOfThis(site, last);
        }
        if (last != null && last.holder() instanceof ObjectType type && type.isEnclosingInstance(last.slot())) {
            return "an inner class keeps the object around it. Make the class static or a record, or use a lambda.";
        }
        return failure.getMessage();
    }

    private static String reasonOfThis(final LambdaSite site, final Step step) {
        final String uses = LambdaSource.of(site).usesOfThis();
        return "the lambda uses 'this' (class " + typeOf(step.value()) + ")" + (uses.isEmpty() ? "" : " through"
            + " " + uses)
            + ". Copy what it needs into local variables before the lambda, and make the methods that it calls static.";
    }

    static CaptureException tooLong(final Object body, final InstanceWriter writer, final int limit,
            final ValueCodec codec) {
        final Object[] values = writer.valuesOf(body);
        int largest = -1;
        long largestLength = -1;
        long total = 0;
        for (int slot = 0; slot < values.length; slot++) {
            final long length = lengthOf(values[slot], codec);
            total += length;
            if (length > largestLength) {
                largest = slot;
                largestLength = length;
            }
        }
        return tooLong("the captured values of " + writer.entry().describe(), total, limit, "The largest is "
            + writer.entry().slotName(largest) + " (" + typeOf(values[largest]) + ", " + largestLength + " bytes):"
            + " put");
    }

    static CaptureException valueTooLong(final Object value, final String what, final int limit,
            final ValueCodec codec) {
        return tooLong(what + " (" + typeOf(value) + ")", lengthOf(value, codec), limit, "Put");
    }

    private static CaptureException tooLong(final String what, final long length, final int limit,
            final String largest) {
        // what describes a value counts, too, but is not a part of the length found here
        return new CaptureException("GMT-203", what + (length > limit
            ? " would be about " + length + " bytes long, allowed are " + limit
            : " would be just over the " + limit + " bytes that are allowed") + ". "
            + largest + " it into a global array, which travels as an id.");
    }

    private static long lengthOf(final Object value, final ValueCodec codec) {
        final PrimitiveArrayKind arrayKind = value == null ? null : PrimitiveArrayKind.of(value.getClass());
        if (arrayKind != null) {
            return arrayKind.lengthBytes(value);
        }
        final ValueWriter measure = new ValueWriter(MEASURED_LENGTH);
        try {
            codec.write(value, Object.class, measure, 0);
            return measure.length();
        } catch (final NotTransferableException | ValueWriter.LimitExceededException e) {
            return MEASURED_LENGTH;
        }
    }

    /** Returns the type of a value as its author would write it, with the size where that helps. */
    static String typeOf(final Object value) {
        if (value == null) {
            return "null";
        }
        final Class<?> type = value.getClass();
        if (type.isArray()) {
            final String[] element = type.getComponentType().getTypeName().split("(?=\\[)", 2);
            return element[0] + "[" + Array.getLength(value) + "]" + (element.length > 1 ? element[1] : "");
        }
        if (value instanceof Collection<?> collection) {
            return type.getName() + " of " + collection.size();
        }
        if (value instanceof Map<?, ?> map) {
            return type.getName() + " of " + map.size();
        }
        return type.isHidden() ? "a lambda of " + type.getNestHost().getName() : apiOf(type).getName();
    }

    /** Returns the type of the API that a class of the engine implements; other types unchanged. */
    private static Class<?> apiOf(final Class<?> type) {
        for (Class<?> level = type; level != null && level.getName().startsWith(ENGINE);
            level = level.getSuperclass()) {
            for (final Class<?> api : level.getInterfaces()) {
                if (api.getPackageName().equals(API)) {
                    return api;
                }
            }
        }
        return type;
    }
}
