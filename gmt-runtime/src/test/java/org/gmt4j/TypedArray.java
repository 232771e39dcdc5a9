package org.gmt4j;

import org.gmt4j.fibers.SuspendExecution;

/** All typed arrays behind one face, values as {@code long}, so that one property test serves them all. */
abstract class TypedArray {
    /** Bytes of the records under test: odd, so that nothing is aligned by chance. */
    static final int RECORD_LENGTH = 13;

    static TypedArray allocate(final TaskContext ctx, final ElementType type, final ArraySpec spec)
        throws SuspendExecution {
        return of(type == ElementType.RECORD ? ArrayCatalog.allocate(ctx, spec.typed(type, RECORD_LENGTH))
            : ArrayCatalog.allocate(ctx, spec.typed(type, type.length())));
    }

    static TypedArray attach(final TaskContext ctx, final String name) {
        return of(ArrayCatalog.attach(ctx, name, GlobalArray.class));
    }

    static TypedArray of(final GlobalArray array) {
        switch (array.spec().type()) {
            case BYTE:
                return new ByteTyped(array);
            case SHORT:
                return new ShortTyped(array);
            case INT:
                return new IntTyped(array);
            case LONG:
                return new LongTyped(array);
            case FLOAT:
                return new FloatTyped(array);
            case DOUBLE:
                return new DoubleTyped(array);
            default:
                return new RecordTyped(array);
        }
    }

    abstract GlobalArray array();

    /** The value that is read back after {@code v} was written. */
    abstract long canon(long v);

    abstract Object buffer(int n);

    abstract long at(Object buffer, int k);

    abstract void set(Object buffer, int k, long v);

    abstract long get(TaskContext ctx, long i) throws SuspendExecution;

    abstract void put(TaskContext ctx, long i, long v) throws SuspendExecution;

    /** @param handle null: all of mine */
    abstract void putNb(TaskContext ctx, OperationHandle handle, long i, long v);

    abstract void getNb(TaskContext ctx, OperationHandle handle, long i, Object buffer, int at);

    abstract void getMany(TaskContext ctx, long i, Object buffer, int from, int n) throws SuspendExecution;

    abstract void putMany(TaskContext ctx, long i, Object buffer, int from, int n) throws SuspendExecution;

    abstract void getManyNb(TaskContext ctx, OperationHandle handle, long i, Object buffer, int from, int n);

    abstract void putManyNb(TaskContext ctx, OperationHandle handle, long i, Object buffer, int from, int n);

    abstract long getLocal(long i);

    abstract void setLocal(long i, long v);

    /** Over {@code byte}. */
    private static final class ByteTyped extends TypedArray {
        private final GlobalByteArray array;

        ByteTyped(final GlobalArray array) {
            this.array = (GlobalByteArray) array;
        }

        @Override
        GlobalArray array() {
            return array;
        }

        @Override
        long canon(final long v) {
            return (long) (byte) v;
        }

        @Override
        Object buffer(final int n) {
            return new byte[n];
        }

        @Override
        long at(final Object buffer, final int k) {
            return (long) ((byte[]) buffer)[k];
        }

        @Override
        void set(final Object buffer, final int k, final long v) {
            ((byte[]) buffer)[k] = (byte) v;
        }

        @Override
        long get(final TaskContext ctx, final long i) throws SuspendExecution {
            return (long) array.get(ctx, i);
        }

        @Override
        void put(final TaskContext ctx, final long i, final long v) throws SuspendExecution {
            array.put(ctx, i, (byte) v);
        }

        @Override
        void putNb(final TaskContext ctx, final OperationHandle handle, final long i, final long v) {
            if (handle == null) {
                array.putNb(ctx, i, (byte) v);
            } else {
                array.putNb(handle, i, (byte) v);
            }
        }

        @Override
        void getNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                   final int at) {
            if (handle == null) {
                array.getNb(ctx, i, (byte[]) buffer, at);
            } else {
                array.getNb(handle, i, (byte[]) buffer, at);
            }
        }

        @Override
        void getMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.get(ctx, i, (byte[]) buffer, from, n);
        }

        @Override
        void putMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.put(ctx, i, (byte[]) buffer, from, n);
        }

        @Override
        void getManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.getNb(ctx, i, (byte[]) buffer, from, n);
            } else {
                array.getNb(handle, i, (byte[]) buffer, from, n);
            }
        }

        @Override
        void putManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.putNb(ctx, i, (byte[]) buffer, from, n);
            } else {
                array.putNb(handle, i, (byte[]) buffer, from, n);
            }
        }

        @Override
        long getLocal(final long i) {
            return (long) array.getLocal(i);
        }

        @Override
        void setLocal(final long i, final long v) {
            array.setLocal(i, (byte) v);
        }
    }

    /** Over {@code short}. */
    private static final class ShortTyped extends TypedArray {
        private final GlobalShortArray array;

        ShortTyped(final GlobalArray array) {
            this.array = (GlobalShortArray) array;
        }

        @Override
        GlobalArray array() {
            return array;
        }

        @Override
        long canon(final long v) {
            return (long) (short) v;
        }

        @Override
        Object buffer(final int n) {
            return new short[n];
        }

        @Override
        long at(final Object buffer, final int k) {
            return (long) ((short[]) buffer)[k];
        }

        @Override
        void set(final Object buffer, final int k, final long v) {
            ((short[]) buffer)[k] = (short) v;
        }

        @Override
        long get(final TaskContext ctx, final long i) throws SuspendExecution {
            return (long) array.get(ctx, i);
        }

        @Override
        void put(final TaskContext ctx, final long i, final long v) throws SuspendExecution {
            array.put(ctx, i, (short) v);
        }

        @Override
        void putNb(final TaskContext ctx, final OperationHandle handle, final long i, final long v) {
            if (handle == null) {
                array.putNb(ctx, i, (short) v);
            } else {
                array.putNb(handle, i, (short) v);
            }
        }

        @Override
        void getNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                   final int at) {
            if (handle == null) {
                array.getNb(ctx, i, (short[]) buffer, at);
            } else {
                array.getNb(handle, i, (short[]) buffer, at);
            }
        }

        @Override
        void getMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.get(ctx, i, (short[]) buffer, from, n);
        }

        @Override
        void putMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.put(ctx, i, (short[]) buffer, from, n);
        }

        @Override
        void getManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.getNb(ctx, i, (short[]) buffer, from, n);
            } else {
                array.getNb(handle, i, (short[]) buffer, from, n);
            }
        }

        @Override
        void putManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.putNb(ctx, i, (short[]) buffer, from, n);
            } else {
                array.putNb(handle, i, (short[]) buffer, from, n);
            }
        }

        @Override
        long getLocal(final long i) {
            return (long) array.getLocal(i);
        }

        @Override
        void setLocal(final long i, final long v) {
            array.setLocal(i, (short) v);
        }
    }

    /** Over {@code int}. */
    private static final class IntTyped extends TypedArray {
        private final GlobalIntArray array;

        IntTyped(final GlobalArray array) {
            this.array = (GlobalIntArray) array;
        }

        @Override
        GlobalArray array() {
            return array;
        }

        @Override
        long canon(final long v) {
            return (long) (int) v;
        }

        @Override
        Object buffer(final int n) {
            return new int[n];
        }

        @Override
        long at(final Object buffer, final int k) {
            return (long) ((int[]) buffer)[k];
        }

        @Override
        void set(final Object buffer, final int k, final long v) {
            ((int[]) buffer)[k] = (int) v;
        }

        @Override
        long get(final TaskContext ctx, final long i) throws SuspendExecution {
            return (long) array.get(ctx, i);
        }

        @Override
        void put(final TaskContext ctx, final long i, final long v) throws SuspendExecution {
            array.put(ctx, i, (int) v);
        }

        @Override
        void putNb(final TaskContext ctx, final OperationHandle handle, final long i, final long v) {
            if (handle == null) {
                array.putNb(ctx, i, (int) v);
            } else {
                array.putNb(handle, i, (int) v);
            }
        }

        @Override
        void getNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                   final int at) {
            if (handle == null) {
                array.getNb(ctx, i, (int[]) buffer, at);
            } else {
                array.getNb(handle, i, (int[]) buffer, at);
            }
        }

        @Override
        void getMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.get(ctx, i, (int[]) buffer, from, n);
        }

        @Override
        void putMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.put(ctx, i, (int[]) buffer, from, n);
        }

        @Override
        void getManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.getNb(ctx, i, (int[]) buffer, from, n);
            } else {
                array.getNb(handle, i, (int[]) buffer, from, n);
            }
        }

        @Override
        void putManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.putNb(ctx, i, (int[]) buffer, from, n);
            } else {
                array.putNb(handle, i, (int[]) buffer, from, n);
            }
        }

        @Override
        long getLocal(final long i) {
            return (long) array.getLocal(i);
        }

        @Override
        void setLocal(final long i, final long v) {
            array.setLocal(i, (int) v);
        }
    }

    /** Over {@code long}. */
    private static final class LongTyped extends TypedArray {
        private final GlobalLongArray array;

        LongTyped(final GlobalArray array) {
            this.array = (GlobalLongArray) array;
        }

        @Override
        GlobalArray array() {
            return array;
        }

        @Override
        long canon(final long v) {
            return (long) (long) v;
        }

        @Override
        Object buffer(final int n) {
            return new long[n];
        }

        @Override
        long at(final Object buffer, final int k) {
            return (long) ((long[]) buffer)[k];
        }

        @Override
        void set(final Object buffer, final int k, final long v) {
            ((long[]) buffer)[k] = (long) v;
        }

        @Override
        long get(final TaskContext ctx, final long i) throws SuspendExecution {
            return (long) array.get(ctx, i);
        }

        @Override
        void put(final TaskContext ctx, final long i, final long v) throws SuspendExecution {
            array.put(ctx, i, (long) v);
        }

        @Override
        void putNb(final TaskContext ctx, final OperationHandle handle, final long i, final long v) {
            if (handle == null) {
                array.putNb(ctx, i, (long) v);
            } else {
                array.putNb(handle, i, (long) v);
            }
        }

        @Override
        void getNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                   final int at) {
            if (handle == null) {
                array.getNb(ctx, i, (long[]) buffer, at);
            } else {
                array.getNb(handle, i, (long[]) buffer, at);
            }
        }

        @Override
        void getMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.get(ctx, i, (long[]) buffer, from, n);
        }

        @Override
        void putMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.put(ctx, i, (long[]) buffer, from, n);
        }

        @Override
        void getManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.getNb(ctx, i, (long[]) buffer, from, n);
            } else {
                array.getNb(handle, i, (long[]) buffer, from, n);
            }
        }

        @Override
        void putManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.putNb(ctx, i, (long[]) buffer, from, n);
            } else {
                array.putNb(handle, i, (long[]) buffer, from, n);
            }
        }

        @Override
        long getLocal(final long i) {
            return (long) array.getLocal(i);
        }

        @Override
        void setLocal(final long i, final long v) {
            array.setLocal(i, (long) v);
        }
    }

    /** Over {@code float}. */
    private static final class FloatTyped extends TypedArray {
        private final GlobalFloatArray array;

        FloatTyped(final GlobalArray array) {
            this.array = (GlobalFloatArray) array;
        }

        @Override
        GlobalArray array() {
            return array;
        }

        @Override
        long canon(final long v) {
            return (long) (float) (v % 10_000_019);
        }

        @Override
        Object buffer(final int n) {
            return new float[n];
        }

        @Override
        long at(final Object buffer, final int k) {
            return (long) ((float[]) buffer)[k];
        }

        @Override
        void set(final Object buffer, final int k, final long v) {
            ((float[]) buffer)[k] = (float) v;
        }

        @Override
        long get(final TaskContext ctx, final long i) throws SuspendExecution {
            return (long) array.get(ctx, i);
        }

        @Override
        void put(final TaskContext ctx, final long i, final long v) throws SuspendExecution {
            array.put(ctx, i, (float) v);
        }

        @Override
        void putNb(final TaskContext ctx, final OperationHandle handle, final long i, final long v) {
            if (handle == null) {
                array.putNb(ctx, i, (float) v);
            } else {
                array.putNb(handle, i, (float) v);
            }
        }

        @Override
        void getNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                   final int at) {
            if (handle == null) {
                array.getNb(ctx, i, (float[]) buffer, at);
            } else {
                array.getNb(handle, i, (float[]) buffer, at);
            }
        }

        @Override
        void getMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.get(ctx, i, (float[]) buffer, from, n);
        }

        @Override
        void putMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.put(ctx, i, (float[]) buffer, from, n);
        }

        @Override
        void getManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.getNb(ctx, i, (float[]) buffer, from, n);
            } else {
                array.getNb(handle, i, (float[]) buffer, from, n);
            }
        }

        @Override
        void putManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.putNb(ctx, i, (float[]) buffer, from, n);
            } else {
                array.putNb(handle, i, (float[]) buffer, from, n);
            }
        }

        @Override
        long getLocal(final long i) {
            return (long) array.getLocal(i);
        }

        @Override
        void setLocal(final long i, final long v) {
            array.setLocal(i, (float) v);
        }
    }

    /** Over {@code double}. */
    private static final class DoubleTyped extends TypedArray {
        private final GlobalDoubleArray array;

        DoubleTyped(final GlobalArray array) {
            this.array = (GlobalDoubleArray) array;
        }

        @Override
        GlobalArray array() {
            return array;
        }

        @Override
        long canon(final long v) {
            return (long) (double) (v % 1_000_000_000_039L);
        }

        @Override
        Object buffer(final int n) {
            return new double[n];
        }

        @Override
        long at(final Object buffer, final int k) {
            return (long) ((double[]) buffer)[k];
        }

        @Override
        void set(final Object buffer, final int k, final long v) {
            ((double[]) buffer)[k] = (double) v;
        }

        @Override
        long get(final TaskContext ctx, final long i) throws SuspendExecution {
            return (long) array.get(ctx, i);
        }

        @Override
        void put(final TaskContext ctx, final long i, final long v) throws SuspendExecution {
            array.put(ctx, i, (double) v);
        }

        @Override
        void putNb(final TaskContext ctx, final OperationHandle handle, final long i, final long v) {
            if (handle == null) {
                array.putNb(ctx, i, (double) v);
            } else {
                array.putNb(handle, i, (double) v);
            }
        }

        @Override
        void getNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                   final int at) {
            if (handle == null) {
                array.getNb(ctx, i, (double[]) buffer, at);
            } else {
                array.getNb(handle, i, (double[]) buffer, at);
            }
        }

        @Override
        void getMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.get(ctx, i, (double[]) buffer, from, n);
        }

        @Override
        void putMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.put(ctx, i, (double[]) buffer, from, n);
        }

        @Override
        void getManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.getNb(ctx, i, (double[]) buffer, from, n);
            } else {
                array.getNb(handle, i, (double[]) buffer, from, n);
            }
        }

        @Override
        void putManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.putNb(ctx, i, (double[]) buffer, from, n);
            } else {
                array.putNb(handle, i, (double[]) buffer, from, n);
            }
        }

        @Override
        long getLocal(final long i) {
            return (long) array.getLocal(i);
        }

        @Override
        void setLocal(final long i, final long v) {
            array.setLocal(i, (double) v);
        }
    }

    /** Over records: the value in the first eight bytes, its complement's low bytes in the rest. */
    private static final class RecordTyped extends TypedArray {
        private final GlobalRecordArray array;

        RecordTyped(final GlobalArray array) {
            this.array = (GlobalRecordArray) array;
        }

        @Override
        GlobalArray array() {
            return array;
        }

        @Override
        long canon(final long v) {
            return v;
        }

        @Override
        Object buffer(final int n) {
            return new byte[n * RECORD_LENGTH];
        }

        @Override
        long at(final Object buffer, final int k) {
            final byte[] bytes = (byte[]) buffer;
            long v = 0;
            for (int b = 7; b >= 0; b--) {
                v = v << 8 | bytes[k * RECORD_LENGTH + b] & 0xff;
            }
            for (int b = 8; b < RECORD_LENGTH && v != 0; b++) {
                if (bytes[k * RECORD_LENGTH + b] != (byte) (v >>> (b - 8) * 8 ^ 0x55)) {
                    return ~v;
                }
            }
            return v;
        }

        @Override
        void set(final Object buffer, final int k, final long v) {
            final byte[] bytes = (byte[]) buffer;
            for (int b = 0; b < RECORD_LENGTH; b++) {
                bytes[k * RECORD_LENGTH + b] = b < 8 ? (byte) (v >>> b * 8) : (byte) (v >>> (b - 8) * 8 ^ 0x55);
            }
        }

        @Override
        long get(final TaskContext ctx, final long i) throws SuspendExecution {
            final Object one = buffer(1);
            array.get(ctx, i, (byte[]) one, 0, 1);
            return at(one, 0);
        }

        @Override
        void put(final TaskContext ctx, final long i, final long v) throws SuspendExecution {
            final Object one = buffer(1);
            set(one, 0, v);
            array.put(ctx, i, (byte[]) one, 0, 1);
        }

        @Override
        void putNb(final TaskContext ctx, final OperationHandle handle, final long i, final long v) {
            final Object one = buffer(1);
            set(one, 0, v);
            putManyNb(ctx, handle, i, one, 0, 1);
            set(one, 0, ~v);    // the source may be reused at once
        }

        @Override
        void getNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                   final int at) {
            getManyNb(ctx, handle, i, buffer, at, 1);
        }

        @Override
        void getMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.get(ctx, i, (byte[]) buffer, from * RECORD_LENGTH, n);
        }

        @Override
        void putMany(final TaskContext ctx, final long i, final Object buffer, final int from, final int n)
            throws SuspendExecution {
            array.put(ctx, i, (byte[]) buffer, from * RECORD_LENGTH, n);
        }

        @Override
        void getManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.getNb(ctx, i, (byte[]) buffer, from * RECORD_LENGTH, n);
            } else {
                array.getNb(handle, i, (byte[]) buffer, from * RECORD_LENGTH, n);
            }
        }

        @Override
        void putManyNb(final TaskContext ctx, final OperationHandle handle, final long i, final Object buffer,
                       final int from, final int n) {
            if (handle == null) {
                array.putNb(ctx, i, (byte[]) buffer, from * RECORD_LENGTH, n);
            } else {
                array.putNb(handle, i, (byte[]) buffer, from * RECORD_LENGTH, n);
            }
        }

        @Override
        long getLocal(final long i) {
            final byte[] bytes = (byte[]) buffer(1);
            org.agrona.UnsafeApi.copyMemory(null, array.localAddress() + array.distribution().offset(i) * RECORD_LENGTH,
                bytes, org.agrona.UnsafeApi.arrayBaseOffset(byte[].class), RECORD_LENGTH);
            return at(bytes, 0);
        }

        @Override
        void setLocal(final long i, final long v) {
            final byte[] bytes = (byte[]) buffer(1);
            set(bytes, 0, v);
            org.agrona.UnsafeApi.copyMemory(bytes, org.agrona.UnsafeApi.arrayBaseOffset(byte[].class), null,
                array.localAddress() + array.distribution().offset(i) * RECORD_LENGTH, RECORD_LENGTH);
        }
    }
}
