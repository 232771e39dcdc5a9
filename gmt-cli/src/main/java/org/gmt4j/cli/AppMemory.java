package org.gmt4j.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The memory of an application on a node besides that of the runtime itself: the largest share of a node, not
 * the total. Made before anything is started; numbers that exceed a long stay at the largest long. Immutable.
 *
 * <p>The application promises upper bounds that are close (within half as much again); items that it cannot know before
 * it has read its input it names by {@link Builder#unknown}.
 */
public final class AppMemory {

    /** Nothing that matters. */
    public static final AppMemory NONE = builder().build();

    /** When it exists. The two phases follow each other; the larger one is the peak. */
    public enum Phase { BUILDING, RUNNING, BOTH }

    /** The kind of memory. */
    public enum Kind {
        /** Global arrays and one-sided memory, which {@code gmt.memory.max} bounds. */
        ARRAYS,
        /** Other memory outside of the heap. */
        AIDS,
        /** Java objects that live at the same time. */
        HEAP
    }

    /**
     * One thing in memory.
     *
     * @param onNodeZero only node 0 has it
     * @param bytes      of the node that has most
     */
    public record Item(String name, Kind kind, Phase phase, boolean onNodeZero, long bytes) {
    }

    /**
     * The option that sizes the input, so that a smaller one can be proposed.
     *
     * @param option such as {@code -g}
     * @param value  as given
     * @param least  smallest value that makes sense
     * @param most   largest value that the application takes
     * @param at     demand of the application with another value
     * @param spell  what to type for a value
     */
    public record Input(String option, int value, int least, int most, IntFunction<AppMemory> at,
                        IntFunction<String> spell) {
        /** For options whose value is the number. */
        public Input(final String option, final int value, final int least, final int most,
                     final IntFunction<AppMemory> at) {
            this(option, value, least, most, at, String::valueOf);
        }
    }

    private final List<Item> items;
    private final int furtherJobs;
    private final int furtherTransports;
    private final String unknown;
    private final Input input;

    private AppMemory(final Builder builder) {
        items = List.copyOf(builder.items);
        furtherJobs = builder.furtherJobs;
        furtherTransports = builder.furtherTransports;
        unknown = builder.unknown;
        input = builder.input;
    }

    public List<Item> items() {
        return items;
    }

    /** @return jobs that the application starts beside its own in the same processes, each with buffers and streams */
    public int furtherJobs() {
        return furtherJobs;
    }

    /** @return transports beside those of the jobs */
    public int furtherTransports() {
        return furtherTransports;
    }

    /** @return transports of a node in all: that of its own job included */
    public long transports() {
        return 1L + furtherJobs + furtherTransports;
    }

    /** @return items that are not counted because they are not known yet, as words */
    public Optional<String> unknown() {
        return Optional.ofNullable(unknown);
    }

    public Optional<Input> input() {
        return Optional.ofNullable(input);
    }

    /** @return the most bytes of Java objects that node 0 holds at a time */
    public long heapBytes() {
        return Math.max(bytes(Kind.HEAP, Phase.BUILDING), bytes(Kind.HEAP, Phase.RUNNING));
    }

    /** @return bytes of one kind that node 0 has in a phase */
    public long bytes(final Kind kind, final Phase phase) {
        long sum = 0;
        for (final Item item : items) {
            if (item.kind() == kind && (item.phase() == Phase.BOTH || item.phase() == phase)) {
                sum = ByteCount.plus(sum, item.bytes());
            }
        }
        return sum;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Collects items. Not thread-safe. */
    public static final class Builder {
        private final List<Item> items = new ArrayList<>();
        private int furtherJobs;
        private int furtherTransports;
        private String unknown;
        private Input input;

        private Builder() {
        }

        /**
         * Adds global arrays or one-sided memory: {@code count} elements of {@code width} bytes on the fullest node.
         */
        public Builder array(final String name, final Phase phase, final long count, final long width) {
            return item(name, Kind.ARRAYS, phase, false, ByteCount.times(count, width));
        }

        /** Adds other memory outside of the heap. */
        public Builder aid(final String name, final Phase phase, final long count, final long width) {
            return item(name, Kind.AIDS, phase, false, ByteCount.times(count, width));
        }

        /** Adds Java objects of every node. */
        public Builder heap(final String name, final Phase phase, final long count, final long width) {
            return item(name, Kind.HEAP, phase, false, ByteCount.times(count, width));
        }

        /** Adds Java objects of node 0. */
        public Builder heapOfNodeZero(final String name, final Phase phase, final long bytes) {
            return item(name, Kind.HEAP, phase, true, bytes);
        }

        private Builder item(final String name, final Kind kind, final Phase phase, final boolean onNodeZero,
                             final long bytes) {
            if (bytes > 0) {
                items.add(new Item(name, kind, phase, onNodeZero, bytes));
            }
            return this;
        }

        /** Says that it starts further jobs in the same processes. */
        public Builder furtherJobs(final int count) {
            furtherJobs = count;
            return this;
        }

        /** Says that it opens further transports. */
        public Builder furtherTransports(final int count) {
            furtherTransports = count;
            return this;
        }

        /** Names an item that is not counted, with the reason. */
        public Builder unknown(final String what) {
            unknown = what;
            return this;
        }

        /** Names the option that sizes the input. */
        public Builder input(final Input sizing) {
            input = sizing;
            return this;
        }

        public AppMemory build() {
            return new AppMemory(this);
        }
    }
}
