package org.gmt4j.engine.function;

import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.gmt4j.NodeBound;

/** Whether a copy of a key of a map, or of an element of a set, equals the original. No state; per key. */
final class KeyCopy {
    private static final Set<Class<?>> VALUES = Set.of(String.class, Long.class, Integer.class, Short.class, Byte.class,
        Double.class, Float.class, Boolean.class, Character.class, Duration.class, BigInteger.class);
    /** Records in records, and no further. */
    private static final int MAX_DEPTH = 3;
    private static final ClassValue<Boolean> IS_VALUE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(final Class<?> type) {
            return isValue(type, 0);
        }
    };

    private KeyCopy() {
    }

    /**
     * Returns whether a copy equals its original, which is found out by making one, unless the type tells.
     *
     * @param limitBytes of the encoded key
     */
    static boolean isEqual(final Object key, final KnownTypes types, final int limitBytes) {
        return isValue(key) || key instanceof List<?> list && list.stream().allMatch(KeyCopy::isValue)
            || equalsCopy(key, types, limitBytes);
    }

    private static boolean isValue(final Object value) {
        return value == null || value instanceof Enum || IS_VALUE.get(value.getClass());
    }

    private static boolean isValue(final Class<?> type, final int depth) {
        if (type.isPrimitive() || type.isEnum() || VALUES.contains(type) || NodeBound.class.isAssignableFrom(type)) {
            return true;
        }
        if (!type.isRecord() || depth > MAX_DEPTH) {
            return false;
        }
        for (final RecordComponent component : type.getRecordComponents()) {
            if (!isValue(component.getType(), depth + 1)) {
                return false;
            }
        }
        return true;
    }

    /** Objects of the runtime are found by their ids at any node; here they are the same ones. */
    private static boolean equalsCopy(final Object key, final KnownTypes types, final int limitBytes) {
        final Deque<NodeBound> bounds = new ArrayDeque<>();
        final ValueCodec codec = new ValueCodec(types, bounds);
        final ValueWriter out = new ValueWriter(limitBytes);
        codec.write(key, Object.class, out, 0);
        final Object copy;
        try {
            copy = codec.read(new ValueReader().wrap(out.toByteArray(), 0, out.length()),
                (kind, id) -> bounds.removeFirst(), 0);
        } catch (final RuntimeException e) {
            return true;        // a record that refuses its copy: the receiver tells so
        }
        return copy.hashCode() == key.hashCode() && copy.equals(key);
    }
}
