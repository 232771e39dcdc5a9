package org.gmt4j.engine.function;

import java.util.Map;
import org.agrona.UnsafeApi;

/**
 * The eight primitive types and references, with the moves of each between a field or box and the wire. Per command.
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
        switch (this) {
            case BOOLEAN -> out.putByte((byte) (UnsafeApi.getBoolean(source, offset) ? 1 : 0));
            case BYTE -> out.putByte(UnsafeApi.getByte(source, offset));
            case CHAR -> out.putShort((short) UnsafeApi.getChar(source, offset));
            case SHORT -> out.putShort(UnsafeApi.getShort(source, offset));
            case INT -> out.putInt(UnsafeApi.getInt(source, offset));
            case LONG -> out.putLong(UnsafeApi.getLong(source, offset));
            case FLOAT -> out.putInt(Float.floatToRawIntBits(UnsafeApi.getFloat(source, offset)));
            case DOUBLE -> out.putLong(Double.doubleToRawLongBits(UnsafeApi.getDouble(source, offset)));
            default -> throw new IllegalStateException("not a primitive");
        }
    }

    /** Copies a primitive from the wire to a field of {@code target}, which must be of this kind. */
    void readField(final Object target, final long offset, final ValueReader in) {
        switch (this) {
            case BOOLEAN -> UnsafeApi.putBoolean(target, offset, in.getByte() != 0);
            case BYTE -> UnsafeApi.putByte(target, offset, in.getByte());
            case CHAR -> UnsafeApi.putChar(target, offset, (char) in.getShort());
            case SHORT -> UnsafeApi.putShort(target, offset, in.getShort());
            case INT -> UnsafeApi.putInt(target, offset, in.getInt());
            case LONG -> UnsafeApi.putLong(target, offset, in.getLong());
            case FLOAT -> UnsafeApi.putFloat(target, offset, Float.intBitsToFloat(in.getInt()));
            case DOUBLE -> UnsafeApi.putDouble(target, offset, Double.longBitsToDouble(in.getLong()));
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
        return switch (this) {
            case BOOLEAN -> UnsafeApi.getBoolean(source, offset);
            case BYTE -> UnsafeApi.getByte(source, offset);
            case CHAR -> UnsafeApi.getChar(source, offset);
            case SHORT -> UnsafeApi.getShort(source, offset);
            case INT -> UnsafeApi.getInt(source, offset);
            case LONG -> UnsafeApi.getLong(source, offset);
            case FLOAT -> UnsafeApi.getFloat(source, offset);
            case DOUBLE -> UnsafeApi.getDouble(source, offset);
            case REFERENCE -> UnsafeApi.getReference(source, offset);
        };
    }
}
