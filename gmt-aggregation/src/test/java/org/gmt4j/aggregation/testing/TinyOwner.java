package org.gmt4j.aggregation.testing;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * Owns some 8-byte words and executes request blocks on them, slowly and plainly: the reference for whoever executes
 * commands in earnest. An offset outside of the words is a failure that is reported. Owned by one thread.
 */
public final class TinyOwner {
    /** What a VISIT does. */
    public interface Visitor {
        void visit(long index, long argument);
    }

    private final long[] words;
    private final Visitor visitor;
    private long executedCount;
    /** The last command with operands, for those that repeat it. */
    private long lastCommand;
    private long repeatedEnd;
    private long at;
    private long out;
    private int valued;
    private int unvalued;
    private final int[] failures = new int[4096];
    private int failureCount;

    public TinyOwner(final int wordCount, final Visitor visitor) {
        words = new long[wordCount];
        this.visitor = visitor;
    }

    public long[] words() {
        return words;
    }

    public long executedCount() {
        return executedCount;
    }

    /** Executes a block and writes the reply block, failures included. Returns the length of the reply. */
    public int answer(final long block, final int length, final long reply) {
        at = block + BlockHeader.LENGTH;
        out = reply + BlockHeader.LENGTH;
        valued = 0;
        unvalued = 0;
        failureCount = 0;
        while (at < block + length) {
            execute(UnsafeApi.getLong(at));
            executedCount++;
        }
        while ((out & 7) != 0) {
            UnsafeApi.putInt(out, 0);
            out += 4;
        }
        if (at != block + length || out - reply != BlockHeader.LENGTH + BlockHeader.replyLength(block)) {
            throw new AssertionError("block of " + length + " B ended at " + (at - block) + ", reply of "
                + BlockHeader.replyLength(block) + " B at " + (out - reply - BlockHeader.LENGTH));
        }
        for (int i = 0; i < failureCount * 2; i++, out += 4) {
            UnsafeApi.putInt(out, failures[i]);
        }
        final int replyLength = (int) (out - reply);
        BlockHeader.encodeReply(reply, block, replyLength, 0, failureCount);
        return replyLength;
    }

    private void execute(final long word) {
        final int type = CommandWord.type(word);
        if (type == CommandType.REPEAT) {
            repeat((int) CommandWord.offset(word));
        } else {
            lastCommand = at;
            execute(type, CommandWord.offset(word));
        }
    }

    /** Executes the command before once more with each lower half of its word. */
    private void repeat(final int count) {
        final long list = at + 8;
        final long word = UnsafeApi.getLong(lastCommand);
        final int type = CommandWord.type(word);
        if (CommandType.repeatableLength(type) == 0 || at != lastCommand + CommandType.repeatableLength(type)
            && at != repeatedEnd) {
            throw new AssertionError("nothing to repeat before offset " + at);
        }
        for (int i = 0; i < count; i++) {
            at = lastCommand;
            execute(type, CommandWord.offset(word) >>> 32 << 32 | UnsafeApi.getInt(list + i * 4L) & 0xFFFF_FFFFL);
        }
        executedCount += count - 1;
        at = list + WireFormat.align(count * 4);
        repeatedEnd = at;
    }

    private void execute(final int type, final long offset) {
        if (CommandType.isUpdate(type)) {
            if (isInside(offset, false)) {
                words[(int) offset] = apply(type - CommandType.UPDATE, words[(int) offset], operand(1));
            }
            end(16, false);
        } else if (CommandType.isFetch(type)) {
            final boolean isInside = isInside(offset, true);
            value(isInside ? words[(int) offset] : 0);
            if (isInside) {
                words[(int) offset] = apply(type - CommandType.FETCH, words[(int) offset], operand(1));
            }
            end(16, true);
        } else {
            executeOther(type, offset);
        }
    }

    private void executeOther(final int type, final long offset) {
        switch (type) {
            case CommandType.GET -> {
                value(isInside(offset, true) ? words[(int) offset] : 0);
                end(8, true);
            }
            case CommandType.PUT_VALUE -> {
                if (isInside(offset, false)) {
                    words[(int) offset] = operand(1);
                }
                end(16, false);
            }
            case CommandType.COMPARE_AND_SET -> {
                final boolean isInside = isInside(offset, true);
                final long before = isInside ? words[(int) offset] : 0;
                if (isInside && before == operand(1)) {
                    words[(int) offset] = operand(2);
                }
                value(before);
                end(24, true);
            }
            case CommandType.COMPARE_AND_SET_NARROW -> {
                final boolean isInside = isInside(offset, true);
                final int before = isInside ? (int) words[(int) offset] : 0;
                if (isInside && before == (int) (operand(1) >> 32)) {
                    words[(int) offset] = (int) operand(1);
                }
                UnsafeApi.putInt(out, before);
                out += 4;
                end(16, true);
            }
            case CommandType.GET_BULK -> getBulk(offset, (int) operand(1));
            case CommandType.PUT -> put(offset, (int) operand(1));
            case CommandType.VISIT -> {
                visitor.visit(offset, operand(1));
                end(16, false);
            }
            default -> throw new AssertionError("command of type " + type);
        }
    }

    /** {@code length} bytes from word {@code offset} on, byte by byte. */
    private void getBulk(final long offset, final int length) {
        for (int i = 0; i < WireFormat.align(length); i++) {
            final long word = words[(int) offset + i / 8];
            UnsafeApi.putByte(out + i, i < length ? (byte) (word >>> i % 8 * 8) : 0);
        }
        out += WireFormat.align(length);
        end(16, true);
    }

    private void put(final long offset, final int length) {
        for (int i = 0; i < length / 8; i++) {
            words[(int) offset + i] = UnsafeApi.getLong(at + 16 + i * 8L);
        }
        end(16 + WireFormat.align(length), false);
    }

    private boolean isInside(final long offset, final boolean isValued) {
        if (offset < words.length) {
            return true;
        }
        failures[failureCount * 2] = isValued ? valued : unvalued | Integer.MIN_VALUE;
        failures[failureCount++ * 2 + 1] = CommandFailure.OUT_OF_RANGE.code();
        return false;
    }

    private long operand(final int index) {
        return UnsafeApi.getLong(at + index * 8L);
    }

    private void value(final long bits) {
        UnsafeApi.putLong(out, bits);
        out += 8;
    }

    private void end(final int length, final boolean isValued) {
        at += length;
        if (isValued) {
            valued++;
        } else {
            unvalued++;
        }
    }

    /** The meaning of the integer operators. */
    public static long apply(final int operator, final long before, final long operand) {
        return switch (operator) {
            case CommandType.ADD -> before + operand;
            case CommandType.SWAP -> operand;
            case CommandType.MIN -> Math.min(before, operand);
            case CommandType.MAX -> Math.max(before, operand);
            case CommandType.AND -> before & operand;
            case CommandType.OR -> before | operand;
            case CommandType.XOR -> before ^ operand;
            default -> throw new AssertionError("operator " + operator);
        };
    }
}
