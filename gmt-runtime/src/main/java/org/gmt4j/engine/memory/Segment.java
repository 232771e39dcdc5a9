package org.gmt4j.engine.memory;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.CommandType;

/**
 * The part of one array on this node: off-heap, addressed by element offset. Per command.
 *
 * <p>Offsets are not checked here: the executor checks each remote command once, arrays check local ones. Where one
 * thread has all roles of a node the operations are plain loads and stores ({@code exclusive}); otherwise they are
 * atomic.
 */
public final class Segment {
    private final int id;
    private final int elementLength;
    private final int widthShift;
    private final long elementCount;
    private final boolean exclusive;
    private final boolean foreign;
    private long address;
    /** Whether other nodes remember elements, see {@link #admits}. Set before the first command. */
    private boolean isRemembered;
    private volatile boolean isUpdated;

    Segment(final int id, final int elementLength, final long elementCount, final boolean exclusive,
            final boolean foreign, final long address) {
        this.id = id;
        this.elementLength = elementLength;
        this.widthShift = Integer.bitCount(elementLength) == 1 && elementLength <= 8
            ? Integer.numberOfTrailingZeros(elementLength) : -1;
        this.elementCount = elementCount;
        this.exclusive = exclusive;
        this.foreign = foreign;
        this.address = address;
    }

    /** Returns the part of an array at another process of this host, which is mapped here and belongs to it. */
    public static Segment ofPeer(final int id, final int elementLength, final long elementCount, final long address) {
        return new Segment(id, elementLength, elementCount, false, true, address);
    }

    public int id() {
        return id;
    }

    /** Returns the bytes of one element. */
    public int elementLength() {
        return elementLength;
    }

    /**
     * Returns 0, 1, 2 or 3 for elements of 1, 2, 4 or 8 bytes, which single-valued operations accept; -1 for records.
     */
    public int widthShift() {
        return widthShift;
    }

    public long elementCount() {
        return elementCount;
    }

    public long lengthInBytes() {
        return elementCount * elementLength;
    }

    /** Returns whether one thread owns the memory, so that operations need not be atomic. */
    public boolean isExclusive() {
        return exclusive;
    }

    // --- elements that other nodes remember ---

    /** Lets other nodes remember elements once they have been updated. Before the first command. */
    public void remember() {
        isRemembered = true;
    }

    /**
     * Returns whether a run of commands may be executed: updates always may, of the one kind that callers let pass.
     * Stores may where no node can remember an element: before the first update, and after {@link #setAnew}. Per run.
     */
    public boolean admits(final boolean isUpdate) {
        return !isRemembered || admitsRemembered(isUpdate);
    }

    private boolean admitsRemembered(final boolean isUpdate) {
        if (isUpdate && !isUpdated) {
            isUpdated = true;
        }
        return isUpdate || !isUpdated;
    }

    /** Admits stores again: no node remembers an element any more. Any thread, while no task uses the elements. */
    public void setAnew() {
        isUpdated = false;
    }

    /** Returns whether the memory has another owner and is only used here. */
    boolean isForeign() {
        return foreign;
    }

    /** Returns the address of the first element; 0 once freed. */
    public long address() {
        return address;
    }

    /** The memory is used no longer. */
    public void forget() {
        address = 0;
    }

    public long addressOf(final long offset) {
        return address + offset * elementLength;
    }

    /** Returns the element's bits, sign-extended to 64. */
    public long load(final long offset) {
        switch (widthShift) {
            case 3:
                return UnsafeApi.getLong(address + (offset << 3));
            case 2:
                return UnsafeApi.getInt(address + (offset << 2));
            case 1:
                return UnsafeApi.getShort(address + (offset << 1));
            default:
                return UnsafeApi.getByte(address + offset);
        }
    }

    public void store(final long offset, final long bits) {
        switch (widthShift) {
            case 3:
                UnsafeApi.putLong(address + (offset << 3), bits);
                break;
            case 2:
                UnsafeApi.putInt(address + (offset << 2), (int) bits);
                break;
            case 1:
                UnsafeApi.putShort(address + (offset << 1), (short) bits);
                break;
            default:
                UnsafeApi.putByte(address + offset, (byte) bits);
                break;
        }
    }

    /**
     * Replaces the element if it equals {@code expected}; returns the previous bits, sign-extended. An element with
     * another value is only read: an atomic operation would take its cache line from all other threads.
     */
    public long compareAndSet(final long offset, final long expected, final long replacement) {
        final long before = exclusive ? load(offset) : loadVolatile(offset);
        if (before != extend(expected)) {
            return before;
        }
        if (exclusive) {
            store(offset, replacement);
            return before;
        }
        switch (widthShift) {
            case 3:
                return UnsafeApi.compareAndExchangeLong(null, address + (offset << 3), expected, replacement);
            case 2:
                return UnsafeApi.compareAndExchangeInt(null, address + (offset << 2), (int) expected,
                    (int) replacement);
            default:
                return compareAndSetNarrow(offset, extend(expected), replacement);
        }
    }

    /**
     * Avoids compareAndExchangeByte and -Short: compiled, they return more bits than the element has (JDK 17 and later
     * on x86), so that a success looks like a failure. The boolean forms are sound.
     */
    private long compareAndSetNarrow(final long offset, final long expected, final long replacement) {
        for (;;) {
            final long before = widthShift == 1 ? UnsafeApi.getShortVolatile(null, address + (offset << 1))
                : UnsafeApi.getByteVolatile(null, address + offset);
            if (before != expected) {
                return before;
            }
            if (widthShift == 1 ? UnsafeApi.compareAndSetShort(null, address + (offset << 1), (short) before,
                (short) replacement)
                : UnsafeApi.compareAndSetByte(null, address + offset, (byte) before, (byte) replacement)) {
                return before;
            }
        }
    }

    private long loadVolatile(final long offset) {
        switch (widthShift) {
            case 3:
                return UnsafeApi.getLongVolatile(null, address + (offset << 3));
            case 2:
                return UnsafeApi.getIntVolatile(null, address + (offset << 2));
            case 1:
                return UnsafeApi.getShortVolatile(null, address + (offset << 1));
            default:
                return UnsafeApi.getByteVolatile(null, address + offset);
        }
    }

    /**
     * Applies an operator of {@link CommandType}; returns the previous bits, sign-extended. An element that the
     * operator would not change is only read.
     */
    public long fetchAndUpdate(final int operator, final long offset, final long operand) {
        if (exclusive) {
            final long before = load(offset);
            store(offset, apply(operator, before, operand));
            return before;
        }
        if (operator == CommandType.ADD && widthShift == 3) {
            return UnsafeApi.getAndAddLong(null, address + (offset << 3), operand);
        }
        for (;;) {
            final long before = loadVolatile(offset);
            final long after = extend(apply(operator, before, operand));
            if (after == before || compareAndSet(offset, before, after) == before) {
                return before;
            }
        }
    }

    /**
     * Applies an operator without a result to 8 bytes at an address. They are first read plainly: whatever else runs,
     * they had the value at some time since the caller's last wait.
     */
    public static void update(final int operator, final long at, final long operand, final boolean isExclusive) {
        if (operator == CommandType.ADD && !isExclusive) {
            UnsafeApi.getAndAddLong(null, at, operand);
            return;
        }
        final long before = UnsafeApi.getLong(at);
        final long after = applyWide(operator, before, operand);
        if (isExclusive) {
            UnsafeApi.putLong(at, after);
        } else if (after != before) {
            exchange(operator, at, before, after, operand);
        }
    }

    private static void exchange(final int operator, final long at, final long known, final long first,
                                 final long operand) {
        long before = known;
        long after = first;
        while (after != before) {
            final long found = UnsafeApi.compareAndExchangeLong(null, at, before, after);
            if (found == before) {
                return;
            }
            before = found;
            after = applyWide(operator, before, operand);
        }
    }

    /** Returns the bits of a value as an element of this width has them, sign-extended. */
    public long extend(final long bits) {
        switch (widthShift) {
            case 3:
                return bits;
            case 2:
                return (int) bits;
            case 1:
                return (short) bits;
            default:
                return (byte) bits;
        }
    }

    /** Returns the result of an operator of {@link CommandType} on the bits of an element. */
    public long apply(final int operator, final long before, final long operand) {
        if (widthShift == 3) {
            return applyWide(operator, before, operand);
        }
        if (operator < CommandType.ADD_FLOATING) {
            return applyWide(operator, before, extend(operand));
        }
        if (operator == CommandType.ADD_FLOATING) {
            return Float.floatToRawIntBits(Float.intBitsToFloat((int) before) + Float.intBitsToFloat((int) operand));
        }
        return Float.floatToRawIntBits((float) applyFloating(operator, Float.intBitsToFloat((int) before),
            Float.intBitsToFloat((int) operand)));
    }

    private static long applyWide(final int operator, final long before, final long operand) {
        switch (operator) {
            case CommandType.ADD:
                return before + operand;
            case CommandType.SWAP:
                return operand;
            case CommandType.MIN:
                return Math.min(before, operand);
            case CommandType.MAX:
                return Math.max(before, operand);
            case CommandType.AND:
                return before & operand;
            case CommandType.OR:
                return before | operand;
            case CommandType.XOR:
                return before ^ operand;
            default:
                return Double.doubleToRawLongBits(applyFloating(operator, Double.longBitsToDouble(before),
                    Double.longBitsToDouble(operand)));
        }
    }

    private static double applyFloating(final int operator, final double before, final double operand) {
        switch (operator) {
            case CommandType.ADD_FLOATING:
                return before + operand;
            case CommandType.MIN_FLOATING:
                return Math.min(before, operand);
            default:
                return Math.max(before, operand);
        }
    }

    @Override
    public String toString() {
        return "segment " + id + " of " + elementCount + " x " + elementLength + " B";
    }
}
