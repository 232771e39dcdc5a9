package org.gmt4j.engine.function;

import java.util.Map;
import java.util.Objects;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;

/**
 * The eight primitive types and references, with the moves of each between a field or box and the wire. Per command.
 * Objects with fields are never null; it is said again for the compiler, for which see {@link ArrayOrMemory}.
 */
enum SlotKind {
    BOOLEAN, BYTE, CHAR, SHORT, INT, LONG, FLOAT, DOUBLE, REFERENCE;

    private static final Map<Class<?>, SlotKind> PRIMITIVES = Map.of(boolean.class, BOOLEAN, byte.class, BYTE,
        char.class, CHAR, short.class, SHORT, int.class, INT, long.class, LONG, float.class, FLOAT,
        double.class, DOUBLE);

    static SlotKind of(final Class<?> type) {
        return PRIMITIVES.getOrDefault(type, REFERENCE);
    }

    /** Copies a primitive field of {@code source}, which must be of this kind, to the wire. */
    void writeField(final Object source, final long offset, final ValueWriter out) {
        final Object object = Objects.requireNonNull(source);
        switch (this) {
            case BOOLEAN -> out.putByte((byte) (UnsafeApi.getBoolean(object, offset) ? 1 : 0));
            case BYTE -> out.putByte(UnsafeApi.getByte(object, offset));
            case CHAR -> out.putShort((short) UnsafeApi.getChar(object, offset));
            case SHORT -> out.putShort(UnsafeApi.getShort(object, offset));
            case INT -> out.putInt(UnsafeApi.getInt(object, offset));
            case LONG -> out.putLong(UnsafeApi.getLong(object, offset));
            case FLOAT -> out.putInt(Float.floatToRawIntBits(UnsafeApi.getFloat(object, offset)));
            case DOUBLE -> out.putLong(Double.doubleToRawLongBits(UnsafeApi.getDouble(object, offset)));
            default -> throw new IllegalStateException("not a primitive");
        }
    }

    /** Copies a primitive from the wire to a field of {@code target}, which must be of this kind. */
    void readField(final Object target, final long offset, final ValueReader in) {
        final Object object = Objects.requireNonNull(target);
        switch (this) {
            case BOOLEAN -> UnsafeApi.putBoolean(object, offset, in.getByte() != 0);
            case BYTE -> UnsafeApi.putByte(object, offset, in.getByte());
            case CHAR -> UnsafeApi.putChar(object, offset, (char) in.getShort());
            case SHORT -> UnsafeApi.putShort(object, offset, in.getShort());
            case INT -> UnsafeApi.putInt(object, offset, in.getInt());
            case LONG -> UnsafeApi.putLong(object, offset, in.getLong());
            case FLOAT -> UnsafeApi.putFloat(object, offset, Float.intBitsToFloat(in.getInt()));
            case DOUBLE -> UnsafeApi.putDouble(object, offset, Double.longBitsToDouble(in.getLong()));
            default -> throw new IllegalStateException("not a primitive");
        }
    }

    void writeBoxed(final Object value, final ValueWriter out) {
        switch (this) {
            case BOOLEAN -> out.putByte((byte) ((Boolean) value ? 1 : 0));
            case BYTE -> out.putByte((Byte) value);
            case CHAR -> out.putShort((short) ((Character) value).charValue());
            case SHORT -> out.putShort((Short) value);
            case INT -> out.putInt((Integer) value);
            case LONG -> out.putLong((Long) value);
            case FLOAT -> out.putInt(Float.floatToRawIntBits((Float) value));
            case DOUBLE -> out.putLong(Double.doubleToRawLongBits((Double) value));
            default -> throw new IllegalStateException("not a primitive");
        }
    }

    Object readBoxed(final ValueReader in) {
        return switch (this) {
            case BOOLEAN -> in.getByte() != 0;
            case BYTE -> in.getByte();
            case CHAR -> (char) in.getShort();
            case SHORT -> in.getShort();
            case INT -> in.getInt();
            case LONG -> in.getLong();
            case FLOAT -> Float.intBitsToFloat(in.getInt());
            case DOUBLE -> Double.longBitsToDouble(in.getLong());
            default -> throw new IllegalStateException("not a primitive");
        };
    }

    /** Returns a field of {@code source} as an object. Cold. */
    Object getBoxed(final Object source, final long offset) {
        final Object object = Objects.requireNonNull(source);
        return switch (this) {
            case BOOLEAN -> UnsafeApi.getBoolean(object, offset);
            case BYTE -> UnsafeApi.getByte(object, offset);
            case CHAR -> UnsafeApi.getChar(object, offset);
            case SHORT -> UnsafeApi.getShort(object, offset);
            case INT -> UnsafeApi.getInt(object, offset);
            case LONG -> UnsafeApi.getLong(object, offset);
            case FLOAT -> UnsafeApi.getFloat(object, offset);
            case DOUBLE -> UnsafeApi.getDouble(object, offset);
            case REFERENCE -> UnsafeApi.getReference(object, offset);
        };
    }
}
