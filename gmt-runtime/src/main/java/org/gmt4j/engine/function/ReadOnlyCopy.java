package org.gmt4j.engine.function;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A captured collection at the node where the body runs. It refuses all changes, because no other node would see them.
 * Any thread, once filled. The copies extend the platform's classes so that variables of those types can hold them.
 *
 * <p>Not refused: changes of sets and maps by way of what Java 21 has added, the views of {@code reversed()},
 * {@code sequencedKeySet()}, {@code sequencedValues()} and {@code sequencedEntrySet()}. A class for Java 17 cannot
 * override these, whose types it does not know. {@code gmt.check.captures} finds such a change.
 */
interface ReadOnlyCopy {

    static UnsupportedOperationException refusal(final Object collection) {
        return new UnsupportedOperationException("GMT-703 a captured "
            + (collection instanceof List ? "list" : collection instanceof Set ? "set"
            : "map") + " is a copy, which can only be read where the body runs: nobody would see the change. "
            + "To collect results, return them (ctx.call, ctx.callOnAll), use a reduction (ctx.sum, "
            + "ctx.reduce) or a global array; to work on it, copy it in the body");
    }

    /** In place of an {@link ArrayList}. */
    final class OfList extends ArrayList<Object> implements ReadOnlyCopy {
        private static final long serialVersionUID = 1L;

        OfList(final Collection<?> elements) {
            super(elements);
        }

        /** Returns a list that belongs to the caller. */
        @Override
        public Object clone() {
            return new ArrayList<>(this);
        }

        @Override
        public boolean add(final Object element) {
            throw refusal(this);
        }

        @Override
        public void add(final int index, final Object element) {
            throw refusal(this);
        }

        @Override
        public boolean addAll(final Collection<?> elements) {
            throw refusal(this);
        }

        @Override
        public boolean addAll(final int index, final Collection<?> elements) {
            throw refusal(this);
        }

        @Override
        public Object set(final int index, final Object element) {
            throw refusal(this);
        }

        @Override
        public Object remove(final int index) {
            throw refusal(this);
        }

        @Override
        public boolean remove(final Object element) {
            throw refusal(this);
        }

        @Override
        public boolean removeAll(final Collection<?> elements) {
            throw refusal(this);
        }

        @Override
        public boolean retainAll(final Collection<?> elements) {
            throw refusal(this);
        }

        @Override
        public boolean removeIf(final Predicate<? super Object> test) {
            throw refusal(this);
        }

        @Override
        public void replaceAll(final UnaryOperator<Object> change) {
            throw refusal(this);
        }

        @Override
        public void sort(final Comparator<? super Object> order) {
            throw refusal(this);
        }

        @Override
        public void clear() {
            throw refusal(this);
        }

        @Override
        protected void removeRange(final int from, final int to) {
            throw refusal(this);
        }

        @Override
        public List<Object> subList(final int from, final int to) {
            return Collections.unmodifiableList(super.subList(from, to));
        }

        // --- of Java 21 and later ---

        public void addFirst(final Object element) {
            throw refusal(this);
        }

        public void addLast(final Object element) {
            throw refusal(this);
        }

        public Object removeFirst() {
            throw refusal(this);
        }

        public Object removeLast() {
            throw refusal(this);
        }
    }

    /** In place of a {@link LinkedHashSet}, in the order of the original. */
    final class OfSet extends LinkedHashSet<Object> implements ReadOnlyCopy {
        private static final long serialVersionUID = 1L;
        private transient boolean isFilled;

        OfSet(final Collection<?> elements) {
            super(elements);
            isFilled = true;
        }

        /** Returns a set that belongs to the caller. */
        @Override
        public Object clone() {
            return new LinkedHashSet<>(this);
        }

        @Override
        public boolean add(final Object element) {
            if (isFilled) {
                throw refusal(this);
            }
            return super.add(element);
        }

        @Override
        public boolean addAll(final Collection<?> elements) {
            if (isFilled) {
                throw refusal(this);
            }
            return super.addAll(elements);
        }

        @Override
        public boolean remove(final Object element) {
            throw refusal(this);
        }

        @Override
        public boolean removeAll(final Collection<?> elements) {
            throw refusal(this);
        }

        @Override
        public boolean retainAll(final Collection<?> elements) {
            throw refusal(this);
        }

        @Override
        public boolean removeIf(final Predicate<? super Object> test) {
            throw refusal(this);
        }

        @Override
        public void clear() {
            throw refusal(this);
        }

        @Override
        public Iterator<Object> iterator() {
            final Iterator<Object> elements = super.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return elements.hasNext();
                }

                @Override
                public Object next() {
                    return elements.next();
                }

                @Override
                public void remove() {
                    throw refusal(OfSet.this);
                }
            };
        }

        @Override
        public Spliterator<Object> spliterator() {
            return java.util.Spliterators.spliterator(this, Spliterator.DISTINCT | Spliterator.ORDERED);
        }

        // --- of Java 21 and later ---

        public void addFirst(final Object element) {
            throw refusal(this);
        }

        public void addLast(final Object element) {
            throw refusal(this);
        }

        public Object removeFirst() {
            throw refusal(this);
        }

        public Object removeLast() {
            throw refusal(this);
        }
    }

    /** In place of a {@link LinkedHashMap}, in the order of the original. */
    final class OfMap extends LinkedHashMap<Object, Object> implements ReadOnlyCopy {
        private static final long serialVersionUID = 1L;
        private transient boolean isFilled;

        OfMap(final Map<?, ?> entries) {
            super(entries);
            isFilled = true;
        }

        /** Returns a map that belongs to the caller. */
        @Override
        public Object clone() {
            return new LinkedHashMap<>(this);
        }

        @Override
        public Object put(final Object key, final Object value) {
            if (isFilled) {
                throw refusal(this);
            }
            return super.put(key, value);
        }

        @Override
        public void putAll(final Map<?, ?> entries) {
            if (isFilled) {
                throw refusal(this);
            }
            super.putAll(entries);
        }

        @Override
        public Object putIfAbsent(final Object key, final Object value) {
            throw refusal(this);
        }

        @Override
        public Object remove(final Object key) {
            throw refusal(this);
        }

        @Override
        public boolean remove(final Object key, final Object value) {
            throw refusal(this);
        }

        @Override
        public Object replace(final Object key, final Object value) {
            throw refusal(this);
        }

        @Override
        public boolean replace(final Object key, final Object before, final Object after) {
            throw refusal(this);
        }

        @Override
        public void replaceAll(final BiFunction<? super Object, ? super Object, ?> change) {
            throw refusal(this);
        }

        @Override
        public Object compute(final Object key, final BiFunction<? super Object, ? super Object, ?> change) {
            throw refusal(this);
        }

        @Override
        public Object computeIfAbsent(final Object key, final Function<? super Object, ?> maker) {
            throw refusal(this);
        }

        @Override
        public Object computeIfPresent(final Object key, final BiFunction<? super Object, ? super Object, ?> change) {
            throw refusal(this);
        }

        @Override
        public Object merge(final Object key, final Object value,
                            final BiFunction<? super Object, ? super Object, ?> change) {
            throw refusal(this);
        }

        @Override
        public void clear() {
            throw refusal(this);
        }

        @Override
        public Set<Object> keySet() {
            return Collections.unmodifiableSet(super.keySet());
        }

        @Override
        public Collection<Object> values() {
            return Collections.unmodifiableCollection(super.values());
        }

        @Override
        public Set<Map.Entry<Object, Object>> entrySet() {
            return isFilled ? Collections.unmodifiableMap(new Unguarded(this)).entrySet() : super.entrySet();
        }

        private Set<Map.Entry<Object, Object>> plainEntries() {
            return super.entrySet();
        }

        // --- of Java 21 and later ---

        public Object putFirst(final Object key, final Object value) {
            throw refusal(this);
        }

        public Object putLast(final Object key, final Object value) {
            throw refusal(this);
        }

        public Map.Entry<Object, Object> pollFirstEntry() {
            throw refusal(this);
        }

        public Map.Entry<Object, Object> pollLastEntry() {
            throw refusal(this);
        }

        /** The backing map of the unmodifiable view, with unchanged entries. */
        private static final class Unguarded extends java.util.AbstractMap<Object, Object> {
            private final OfMap map;

            Unguarded(final OfMap map) {
                this.map = map;
            }

            @Override
            public Set<Map.Entry<Object, Object>> entrySet() {
                return map.plainEntries();
            }
        }
    }
}
