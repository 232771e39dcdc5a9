package org.gmt4j.engine.function;

import java.util.Arrays;
import java.util.List;

/**
 * The slots of a lambda, record or object, by declared type and in wire order. Immutable; per command.
 *
 * <p>On the wire a primitive is its 1, 2, 4 or 8 bytes without a tag; a reference is a tagged value of
 * {@link ValueCodec}.
 */
final class Slots {
    private final Class<?>[] types;
    private final SlotKind[] kinds;

    Slots(final List<Class<?>> types) {
        this.types = types.toArray(Class<?>[]::new);
        this.kinds = types.stream().map(SlotKind::of).toArray(SlotKind[]::new);
    }

    SlotKind kind(final int slot) {
        return kinds[slot];
    }

    boolean sameTypes(final Slots other) {
        return Arrays.equals(types, other.types);
    }

    void write(final Object[] values, final Holder holder, final ValueWriter out, final ValueCodec codec,
            final int depth) {
        for (int slot = 0; slot < types.length; slot++) {
            if (kinds[slot] == SlotKind.REFERENCE) {
                writeReference(slot, values[slot], holder, out, codec, depth);
            } else {
                kinds[slot].writeBoxed(values[slot], out);
            }
        }
    }

    void writeReference(final int slot, final Object value, final Holder holder, final ValueWriter out,
            final ValueCodec codec, final int depth) {
        try {
            codec.write(value, types[slot], out, depth);
        } catch (final NotTransferableException e) {
            throw e.in(holder, slot, value);
        }
    }

    Object[] read(final ValueReader in, final ValueCodec codec, final NodeResolver resolver, final int depth) {
        final Object[] values = new Object[types.length];
        for (int slot = 0; slot < values.length; slot++) {
            values[slot] = kinds[slot] == SlotKind.REFERENCE
                ? readReference(slot, in, codec, resolver, depth) : kinds[slot].readBoxed(in);
        }
        return values;
    }

    Object readReference(final int slot, final ValueReader in, final ValueCodec codec, final NodeResolver resolver,
            final int depth) {
        final Object value = codec.read(in, resolver, depth);
        if (value != null && !types[slot].isInstance(value)) {
            throw ValueReader.malformed(types[slot].getName() + " expected, found " + value.getClass().getName());
        }
        return value;
    }
}
