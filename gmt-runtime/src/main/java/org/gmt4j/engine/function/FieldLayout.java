package org.gmt4j.engine.function;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.agrona.UnsafeApi;

/**
 * The offsets of an object's slots, so that state moves between object and wire without boxes. Immutable; per command.
 *
 * <p>Also works for hidden classes of lambdas and for records, whose fields reflection would not open.
 */
final class FieldLayout {
    private final Slots slots;
    private final long[] offsets;

    FieldLayout(final List<Field> fields) {
        this.slots = new Slots(fields.stream().<Class<?>>map(Field::getType).toList());
        this.offsets = fields.stream().mapToLong(UnsafeApi::objectFieldOffset).toArray();
    }

    /**
     * Of a lambda's class, whose layout is not specified: compared with what a lambda of it has captured.
     *
     * @param captured values, in the order of {@code slots}
     * @return null when the fields are others, or in another order
     */
    static FieldLayout ofLambda(final Object lambda, final Object[] captured, final Slots slots) {
        final FieldLayout layout = ofLambdas(lambda.getClass());
        return layout.slots.sameTypes(slots) && layout.holds(lambda, captured) ? layout : null;
    }

    /** Of a lambda's class, in the order of its fields. */
    static FieldLayout ofLambdas(final Class<?> lambdaClass) {
        return new FieldLayout(Arrays.stream(lambdaClass.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers())).toList());
    }

    private boolean holds(final Object source, final Object[] values) {
        final Object[] read = valuesOf(source);
        for (int slot = 0; slot < read.length; slot++) {
            final boolean isReference = slots.kind(slot) == SlotKind.REFERENCE;
            if (isReference ? read[slot] != values[slot] : !read[slot].equals(values[slot])) {
                return false;
            }
        }
        return true;
    }

    Slots slots() {
        return slots;
    }

    void write(final Object source, final Holder holder, final ValueWriter out, final ValueCodec codec,
            final int depth) {
        final long[] offsets = this.offsets;
        for (int slot = 0; slot < offsets.length; slot++) {
            final SlotKind kind = slots.kind(slot);
            if (kind == SlotKind.REFERENCE) {
                final Object value = UnsafeApi.getReference(source, offsets[slot]);
                slots.writeReference(slot, value, holder, out, codec, depth);
            } else {
                kind.writeField(source, offsets[slot], out);
            }
        }
    }

    void readInto(final Object target, final ValueReader in, final ValueCodec codec, final NodeResolver resolver,
            final int depth) {
        final long[] offsets = this.offsets;
        for (int slot = 0; slot < offsets.length; slot++) {
            final SlotKind kind = slots.kind(slot);
            if (kind == SlotKind.REFERENCE) {
                final Object value = slots.readReference(slot, in, codec, resolver, depth);
                UnsafeApi.putReference(target, offsets[slot], value);
            } else {
                kind.readField(target, offsets[slot], in);
            }
        }
    }

    /** Returns the values of all slots, boxed. Cold. */
    Object[] valuesOf(final Object source) {
        final Object[] values = new Object[offsets.length];
        Arrays.setAll(values, slot -> slots.kind(slot).getBoxed(source, offsets[slot]));
        return values;
    }
}
