package org.gmt4j;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.agrona.UnsafeApi;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Moves ranges of any length between an array and buffers of {@code java.nio}, on or off the heap. Copies pieces
 * through a Java array of this node, because buffers may be read-only, views, or of the other byte order. Per piece.
 */
final class BufferTransfer {
    private static final int PIECE_LENGTH = 64 * 1024;
    private static final int BASE = UnsafeApi.arrayBaseOffset(byte[].class);

    private BufferTransfer() {
    }

    static void get(final TaskContext ctx, final ArrayShape array, final long index, final Buffer target)
        throws SuspendExecution {
        final Buffer typed = typed(array, target);
        if (target.isReadOnly()) {
            throw new java.nio.ReadOnlyBufferException();
        }
        array.checkRange(index, elements(array, typed));
        final ByteBuffer piece = piece(array);
        for (long at = index; typed.hasRemaining(); ) {
            final int count = count(array, piece, typed);
            BulkTransfer.get(array, ctx, at, piece.array(), BASE, count);
            EngineTask.of(ctx).awaitAnswers();
            copy(array, piece.clear().limit(count * array.elementLength()), typed);
            at += count;
        }
        consume(target);
    }

    static void put(final TaskContext ctx, final ArrayShape array, final long index, final Buffer source)
        throws SuspendExecution {
        final Buffer typed = typed(array, source);
        array.checkRange(index, elements(array, typed));
        final ByteBuffer piece = piece(array);
        for (long at = index; typed.hasRemaining(); ) {
            final int count = count(array, piece, typed);
            take(array, typed, piece.clear(), count);
            BulkTransfer.put(array, ctx, false, at, piece.array(), BASE, count);
            at += count;
        }
        EngineTask.of(ctx).awaitAnswers();
        consume(source);
    }

    private static void consume(final Buffer buffer) {
        buffer.position(buffer.limit());
    }

    private static ByteBuffer piece(final ArrayShape array) {
        final int length = array.elementLength();
        return ByteBuffer.allocate(Math.max(1, PIECE_LENGTH / length) * length).order(ByteOrder.nativeOrder());
    }

    private static int count(final ArrayShape array, final ByteBuffer piece, final Buffer typed) {
        return (int) Math.min(piece.capacity() / array.elementLength(), elements(array, typed));
    }

    private static long elements(final ArrayShape array, final Buffer typed) {
        return array.spec().type() == ElementType.RECORD ? typed.remaining() / array.elementLength()
            : typed.remaining();
    }

    /** Returns the buffer viewed as the element type of the array: itself, or a view of its bytes in their order. */
    private static Buffer typed(final ArrayShape array, final Buffer buffer) {
        final ElementType type = array.spec().type();
        if (buffer instanceof ByteBuffer bytes) {
            if (bytes.remaining() % array.elementLength() != 0) {
                throw new GmtException("GMT-684",
                    "a buffer with " + bytes.remaining() + " bytes remaining holds no whole number of elements of "
                    + array + ", " + array.elementLength() + " B each; set its limit");
            }
            return switch (type) {
                case SHORT -> bytes.asShortBuffer();
                case INT -> bytes.asIntBuffer();
                case LONG -> bytes.asLongBuffer();
                case FLOAT -> bytes.asFloatBuffer();
                case DOUBLE -> bytes.asDoubleBuffer();
                default -> bytes.duplicate();
            };
        }
        final boolean fits = type == ElementType.SHORT && buffer instanceof ShortBuffer
            || type == ElementType.INT && buffer instanceof IntBuffer
            || type == ElementType.LONG && buffer instanceof LongBuffer
            || type == ElementType.FLOAT && buffer instanceof FloatBuffer
            || type == ElementType.DOUBLE && buffer instanceof DoubleBuffer;
        if (!fits) {
            throw new GmtException("GMT-684", buffer.getClass().getSuperclass().getSimpleName()
                + " does not hold elements of " + array + "; take a buffer of that type, or a ByteBuffer");
        }
        return buffer.duplicate();
    }

    private static void copy(final ArrayShape array, final ByteBuffer piece, final Buffer target) {
        switch (array.spec().type()) {
            case SHORT -> ((ShortBuffer) target).put(piece.asShortBuffer());
            case INT -> ((IntBuffer) target).put(piece.asIntBuffer());
            case LONG -> ((LongBuffer) target).put(piece.asLongBuffer());
            case FLOAT -> ((FloatBuffer) target).put(piece.asFloatBuffer());
            case DOUBLE -> ((DoubleBuffer) target).put(piece.asDoubleBuffer());
            default -> ((ByteBuffer) target).put(piece);
        }
    }

    private static void take(final ArrayShape array, final Buffer source, final ByteBuffer piece, final int count) {
        final int from = source.position();
        final int units = array.spec().type() == ElementType.RECORD ? count * array.elementLength() : count;
        switch (array.spec().type()) {
            case SHORT -> piece.asShortBuffer().put(0, (ShortBuffer) source, from, units);
            case INT -> piece.asIntBuffer().put(0, (IntBuffer) source, from, units);
            case LONG -> piece.asLongBuffer().put(0, (LongBuffer) source, from, units);
            case FLOAT -> piece.asFloatBuffer().put(0, (FloatBuffer) source, from, units);
            case DOUBLE -> piece.asDoubleBuffer().put(0, (DoubleBuffer) source, from, units);
            default -> piece.put(0, (ByteBuffer) source, from, units);
        }
        source.position(from + units);
    }
}
