package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.tree.analysis.Value;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The known properties of a value in a variable or on the operand stack. Immutable.
 *
 * <p>{@code identity}: two values with equal identities are certainly the same; null for unknown values. {@code reads}:
 * the places on the heap from which it was computed. {@code captured}: the captured values that it may be, or be a part
 * of, in words. {@code isFresh}: made by this method, or a part of such a value. {@code source}: its name in the
 * program, or null.
 */
final class FlowValue implements Value {
    static final FlowValue NOTHING = new FlowValue(1, null, Set.of(), Set.of(), false, null);
    private static final FlowValue NOTHING_LONG = new FlowValue(2, null, Set.of(), Set.of(), false, null);

    final int size;
    final Object identity;
    final Set<HeapRead> reads;
    final Set<String> captured;
    final boolean isFresh;
    final String source;

    FlowValue(final int size, final Object identity, final Set<HeapRead> reads, final Set<String> captured,
              final boolean isFresh, final String source) {
        this.size = size;
        this.identity = identity;
        this.reads = reads;
        this.captured = captured;
        this.isFresh = isFresh;
        this.source = source;
    }

    static FlowValue of(final int size, final Object identity) {
        return new FlowValue(size, identity, Set.of(), Set.of(), false, null);
    }

    static FlowValue nothing(final int size) {
        return size == 2 ? NOTHING_LONG : NOTHING;
    }

    FlowValue withIdentity(final Object newIdentity) {
        return Objects.equals(identity, newIdentity) ? this
            : new FlowValue(size, newIdentity, reads, captured, isFresh, source);
    }

    FlowValue withCaptured(final Set<String> newCaptured) {
        return new FlowValue(size, identity, reads, newCaptured, isFresh, source);
    }

    FlowValue withSource(final String newSource) {
        return Objects.equals(source, newSource) ? this
            : new FlowValue(size, identity, reads, captured, isFresh, newSource);
    }

    FlowValue fresh(final boolean fresh) {
        return new FlowValue(size, identity, reads, captured, fresh, source);
    }

    FlowValue withReads(final Set<HeapRead> newReads) {
        return new FlowValue(size, identity, newReads, captured, isFresh, source);
    }

    /** Returns the value with its captured values only. */
    FlowValue onlyCaptured() {
        return captured.isEmpty() ? nothing(size) : new FlowValue(size, null, Set.of(), captured, false, null);
    }

    FlowValue mapReads(final UnaryOperator<HeapRead> change) {
        if (reads.isEmpty()) {
            return this;
        }
        final Set<HeapRead> changed = new LinkedHashSet<>();
        reads.forEach(read -> changed.add(change.apply(read)));
        return changed.equals(reads) ? this : withReads(changed);
    }

    /** Returns the value without properties that depend on forgotten identities. */
    FlowValue forget(final Predicate<Object> isForgotten) {
        FlowValue rest = this;
        if (identity != null && Identities.mentions(identity, isForgotten)) {
            rest = rest.withIdentity(null);
        }
        return rest.withoutReads(isForgotten);
    }

    /** Returns the value without reads of places that depend on forgotten identities. */
    FlowValue withoutReads(final Predicate<Object> isForgotten) {
        for (final HeapRead read : reads) {
            if (isLost(read.place(), isForgotten)) {
                final Set<HeapRead> left = new LinkedHashSet<>(reads);
                left.removeIf(r -> isLost(r.place(), isForgotten));
                return withReads(left);
            }
        }
        return this;
    }

    private static boolean isLost(final HeapRead.Place place, final Predicate<Object> isForgotten) {
        return Identities.mentions(place.base(), isForgotten)
            || place.index() != null && Identities.mentions(place.index(), isForgotten);
    }

    FlowValue merge(final FlowValue other) {
        if (equals(other)) {
            return this;
        }
        if (size != other.size) {
            return NOTHING;
        }
        return new FlowValue(size, Objects.equals(identity, other.identity) ? identity : null,
            union(reads, other.reads), union(captured, other.captured), isFresh && other.isFresh,
            Objects.equals(source, other.source) ? source : null);
    }

    static <T> Set<T> union(final Set<T> a, final Set<T> b) {
        if (a == b || a.containsAll(b)) {
            return a;
        }
        if (a.isEmpty()) {
            return b;
        }
        final Set<T> both = new LinkedHashSet<>(a);
        both.addAll(b);
        return both;
    }

    @Override
    public int getSize() {
        return size;
    }

    @Override
    public boolean equals(final Object other) {
        return this == other || other instanceof FlowValue value && size == value.size && isFresh == value.isFresh
            && Objects.equals(identity, value.identity) && Objects.equals(source, value.source)
            && reads.equals(value.reads) && captured.equals(value.captured);
    }

    @Override
    public int hashCode() {
        return Objects.hash(size, identity, isFresh);
    }
}
