package org.gmt4j.engine.function;

import java.lang.reflect.Array;
import org.agrona.UnsafeApi;

/** The eight kinds of arrays of primitives on the wire: element count as a varint, then the elements. Per command. */
enum PrimitiveArrayKind {
    BOOLEAN(boolean[].class, 1, ValueTag.BOOLEAN_ARRAY),
    BYTE(byte[].class, 1, ValueTag.BYTE_ARRAY),
    CHAR(char[].class, 2, ValueTag.CHAR_ARRAY),
    SHORT(short[].class, 2, ValueTag.SHORT_ARRAY),
    INT(int[].class, 4, ValueTag.INT_ARRAY),
    LONG(long[].class, 8, ValueTag.LONG_ARRAY),
    FLOAT(float[].class, 4, ValueTag.FLOAT_ARRAY),
    DOUBLE(double[].class, 8, ValueTag.DOUBLE_ARRAY);

    private static final PrimitiveArrayKind[] KINDS = values();

    private final Class<?> arrayType;
    private final int elementBytes;
    private final byte tag;
    private final long baseOffset;

    PrimitiveArrayKind(final Class<?> arrayType, final int elementBytes, final byte tag) {
        this.arrayType = arrayType;
        this.elementBytes = elementBytes;
        this.tag = tag;
        this.baseOffset = UnsafeApi.arrayBaseOffset(arrayType);
    }

    /** Returns null if the class is not an array of primitives. */
    static PrimitiveArrayKind of(final Class<?> type) {
        final Class<?> component = type.getComponentType();
        return component != null && component.isPrimitive()
            ? KINDS[SlotKind.of(component).ordinal()] : null;
    }

    /** Returns null if the tag is not that of an array of primitives. */
    static PrimitiveArrayKind ofTag(final byte tag) {
        final int index = tag - ValueTag.BOOLEAN_ARRAY;
        return index >= 0 && index < KINDS.length ? KINDS[index] : null;
    }

    byte tag() {
        return tag;
    }

    long lengthBytes(final Object array) {
        return (long) Array.getLength(array) * elementBytes;
    }

    void writeElements(final Object array, final ValueWriter out) {
        out.putVarint(Array.getLength(array));
        out.putArray(array, baseOffset, lengthBytes(array));
    }

    Object readElements(final ValueReader in) {
        final int count = in.getCount(elementBytes);
        final Object array = Array.newInstance(arrayType.getComponentType(), count);
        if (this == BOOLEAN) {
            readBooleans((boolean[]) array, in);
        } else {
            in.getArray(array, baseOffset, (long) count * elementBytes);
        }
        return array;
    }

    /** Reads one by one: a boolean in memory must be 0 or 1, for any bytes of a peer. */
    private static void readBooleans(final boolean[] booleans, final ValueReader in) {
        for (int i = 0; i < booleans.length; i++) {
            booleans[i] = in.getByte() != 0;
        }
    }
}
