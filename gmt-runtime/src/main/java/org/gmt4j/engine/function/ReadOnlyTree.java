package org.gmt4j.engine.function;

import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/** Captured sorted collections of natural order, as {@link ReadOnlyCopy}: all views are read-only, too. */
final class ReadOnlyTree {

    private ReadOnlyTree() {
    }

    /** In place of a {@link TreeMap}. */
    static final class OfMap extends TreeMap<Object, Object> implements ReadOnlyCopy {
        private static final long serialVersionUID = 1L;
        private transient NavigableMap<Object, Object> view;

        OfMap(final SortedMap<Object, Object> entries) {
            super(entries);
        }

        /** All entries; the read-only views are made of this one. */
        private NavigableMap<Object, Object> view() {
            final NavigableMap<Object, Object> known = view;
            return known != null ? known : makeView();
        }

        /** A benign race: two tasks may both make one, they are alike and immutable. */
        private NavigableMap<Object, Object> makeView() {
            final NavigableMap<Object, Object> made =
                Collections.unmodifiableNavigableMap(super.descendingMap().descendingMap());
            view = made;
            return made;
        }

        /** Returns a map that belongs to the caller. */
        @Override
        public Object clone() {
            return new TreeMap<>(view());
        }

        @Override
        public Object put(final Object key, final Object value) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public void putAll(final Map<?, ?> entries) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Object putIfAbsent(final Object key, final Object value) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Object remove(final Object key) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public boolean remove(final Object key, final Object value) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Object replace(final Object key, final Object value) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public boolean replace(final Object key, final Object before, final Object after) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public void replaceAll(final BiFunction<? super Object, ? super Object, ?> change) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Object compute(final Object key, final BiFunction<? super Object, ? super Object, ?> change) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Object computeIfAbsent(final Object key, final Function<? super Object, ?> maker) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Object computeIfPresent(final Object key, final BiFunction<? super Object, ? super Object, ?> change) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Object merge(final Object key, final Object value,
                            final BiFunction<? super Object, ? super Object, ?> change) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Map.Entry<Object, Object> pollFirstEntry() {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Map.Entry<Object, Object> pollLastEntry() {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public void clear() {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Set<Object> keySet() {
            return view().keySet();
        }

        @Override
        public NavigableSet<Object> navigableKeySet() {
            return view().navigableKeySet();
        }

        @Override
        public NavigableSet<Object> descendingKeySet() {
            return view().descendingKeySet();
        }

        @Override
        public Collection<Object> values() {
            return view().values();
        }

        @Override
        public Set<Map.Entry<Object, Object>> entrySet() {
            return view().entrySet();
        }

        @Override
        public NavigableMap<Object, Object> descendingMap() {
            return view().descendingMap();
        }

        @Override
        public NavigableMap<Object, Object> subMap(final Object from, final boolean isFromIn, final Object to,
                                                   final boolean isToIn) {
            return view().subMap(from, isFromIn, to, isToIn);
        }

        @Override
        public NavigableMap<Object, Object> headMap(final Object to, final boolean isIn) {
            return view().headMap(to, isIn);
        }

        @Override
        public NavigableMap<Object, Object> tailMap(final Object from, final boolean isIn) {
            return view().tailMap(from, isIn);
        }

        @Override
        public SortedMap<Object, Object> subMap(final Object from, final Object to) {
            return view().subMap(from, to);
        }

        @Override
        public SortedMap<Object, Object> headMap(final Object to) {
            return view().headMap(to);
        }

        @Override
        public SortedMap<Object, Object> tailMap(final Object from) {
            return view().tailMap(from);
        }
    }

    /** In place of a {@link TreeSet}. */
    static final class OfSet extends TreeSet<Object> implements ReadOnlyCopy {
        private static final long serialVersionUID = 1L;
        private transient boolean isFilled;

        OfSet(final SortedSet<Object> elements) {
            super(elements);
            isFilled = true;
        }

        /** All elements; the read-only views are made of this one. */
        private NavigableSet<Object> view() {
            return Collections.unmodifiableNavigableSet(super.descendingSet().descendingSet());
        }

        /** Returns a set that belongs to the caller. */
        @Override
        public Object clone() {
            return new TreeSet<>(view());
        }

        @Override
        public boolean add(final Object element) {
            if (isFilled) {
                throw ReadOnlyCopy.refusal(this);
            }
            return super.add(element);
        }

        @Override
        public boolean addAll(final Collection<?> elements) {
            if (isFilled) {
                throw ReadOnlyCopy.refusal(this);
            }
            return super.addAll(elements);
        }

        @Override
        public boolean remove(final Object element) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public boolean removeAll(final Collection<?> elements) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public boolean retainAll(final Collection<?> elements) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public boolean removeIf(final Predicate<? super Object> test) {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Object pollFirst() {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Object pollLast() {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public void clear() {
            throw ReadOnlyCopy.refusal(this);
        }

        @Override
        public Iterator<Object> iterator() {
            return view().iterator();
        }

        @Override
        public Iterator<Object> descendingIterator() {
            return view().descendingIterator();
        }

        @Override
        public NavigableSet<Object> descendingSet() {
            return view().descendingSet();
        }

        @Override
        public NavigableSet<Object> subSet(final Object from, final boolean isFromIn, final Object to,
                                           final boolean isToIn) {
            return view().subSet(from, isFromIn, to, isToIn);
        }

        @Override
        public NavigableSet<Object> headSet(final Object to, final boolean isIn) {
            return view().headSet(to, isIn);
        }

        @Override
        public NavigableSet<Object> tailSet(final Object from, final boolean isIn) {
            return view().tailSet(from, isIn);
        }

        @Override
        public SortedSet<Object> subSet(final Object from, final Object to) {
            return view().subSet(from, to);
        }

        @Override
        public SortedSet<Object> headSet(final Object to) {
            return view().headSet(to);
        }

        @Override
        public SortedSet<Object> tailSet(final Object from) {
            return view().tailSet(from);
        }
    }
}
