package org.gmt4j.engine.function;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gmt4j.Transferable;

/**
 * The kinds of collections that travel, each with what arrives. A copy must answer as its original does: what compares
 * its elements otherwise than by {@code equals} or their natural order is refused. Per command.
 */
enum CollectionKind {
    LIST(ValueTag.LIST, ArrayList.class, List.class),
    /** A task may return it; a captured one arrives as any list. */
    LINKED_LIST(ValueTag.LINKED_LIST, ArrayList.class, List.class),
    SET(ValueTag.SET, LinkedHashSet.class, Set.class),
    SORTED_SET(ValueTag.SORTED_SET, TreeSet.class, Set.class),
    MAP(ValueTag.MAP, LinkedHashMap.class, Map.class),
    SORTED_MAP(ValueTag.SORTED_MAP, TreeMap.class, Map.class);

    private static final ClassValue<Boolean> HAS_EQUALS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(final Class<?> type) {
            try {
                return type.isEnum() || type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
            } catch (final NoSuchMethodException e) {
                throw new AssertionError(e);
            }
        }
    };

    private final byte tag;
    private final Class<?> decoded;
    private final Class<?> advised;

    CollectionKind(final byte tag, final Class<?> decoded, final Class<?> advised) {
        this.tag = tag;
        this.decoded = decoded;
        this.advised = advised;
    }

    byte tag() {
        return tag;
    }

    /** Excludes concurrent collections: they are used for sharing, and a copy would silently not be shared. */
    static boolean isPlain(final Object value) {
        return (value instanceof List || value instanceof Map || value instanceof Set)
            && value.getClass().getPackageName().equals("java.util") || value instanceof ReadOnlyCopy;
    }

    /**
     * Returns the kind of a plain list, set or map.
     *
     * @throws NotTransferableException when a copy would find other elements than the original
     */
    static CollectionKind of(final Object value) {
        if (value instanceof List) {
            return value.getClass() == LinkedList.class ? LINKED_LIST : LIST;
        }
        refuseIdentities(value);
        if (value instanceof SortedMap<?, ?> map) {
            requireNaturalOrder(map.comparator(), "new LinkedHashMap<>(...)", "new TreeMap<>(comparator), then putAll");
            return SORTED_MAP;
        }
        if (value instanceof SortedSet<?> set) {
            requireNaturalOrder(set.comparator(), "new ArrayList<>(...)", "new TreeSet<>(comparator), then addAll");
            return SORTED_SET;
        }
        return value instanceof Collection ? SET : MAP;
    }

    /** The map's views, too, and sets that are made of a map, which nobody can look at. */
    private static void refuseIdentities(final Object value) {
        final String type = value.getClass().getName();
        if (type.startsWith("java.util.Collections$")) {
            refuseHiddenOrder(value instanceof Map<?, ?> map ? map.keySet() : (Set<?>) value);
        }
        if (type.equals("java.util.Collections$SetFromMap")) {
            throw new NotTransferableException("GMT-201", "it is a set made of a map, which may tell its elements"
                + " apart by their identity, or share them between threads, as a copy does not. Hand over a plain"
                + " copy, new LinkedHashSet<>(...).");
        }
        if (type.startsWith("java.util.IdentityHashMap")) {
            throw identities();
        }
    }

    private static NotTransferableException identities() {
        return identities("it tells its keys apart by their identity");
    }

    private static NotTransferableException identities(final String what) {
        return new NotTransferableException("GMT-201", what + ", and a copy has keys of its own, which are nobody"
            + " else's. Give each key a number or a name, and use a HashMap by that.");
    }

    /** Refuses a key of a map, or an element of a set, whose class tells that a copy does not equal it. */
    void requireEqualCopy(final Object key) {
        if (isSorted() || key == null) {
            return;
        }
        if (key.getClass().isArray()) {
            throw identities("its keys are arrays, which are equal to themselves only");
        }
        if (key instanceof Transferable && !HAS_EQUALS.get(key.getClass())) {
            throw identities("its keys are of " + key.getClass().getName() + ", which has no equals(Object): each is"
                + " equal to itself only");
        }
    }

    /** Of a key that holds something of which the copy is not equal, or that has no hash code to match. */
    static NotTransferableException unequal(final Object key) {
        return identities("its keys are of " + key.getClass().getName() + ", and a copy of one does not equal it, or"
            + " has another hash code: it holds an array or an object that is equal to itself only");
    }

    boolean isSorted() {
        return this == SORTED_SET || this == SORTED_MAP;
    }

    /**
     * Views of the platform, as {@code Collections.unmodifiableMap}, show neither the map nor the set behind them. But
     * their streams know an order, and their hash codes are those of what is behind.
     */
    private static void refuseHiddenOrder(final Set<?> keys) {
        final Spliterator<?> order = keys.spliterator();
        if (order.hasCharacteristics(Spliterator.SORTED)) {
            requireNaturalOrder(order.getComparator(), "new LinkedHashMap<>(...) or new ArrayList<>(...)",
                "new TreeMap<>(comparator), then putAll");
        }
        int hash = 0;
        for (final Object key : keys) {
            hash += Objects.hashCode(key);
        }
        if (hash != keys.hashCode()) {
            throw identities();
        }
    }

    private static void requireNaturalOrder(final Comparator<?> order, final String copy, final String remedy) {
        if (order != null && order != Comparator.naturalOrder()) {
            throw new NotTransferableException("GMT-201", "it is sorted by a comparator, which does not travel, and"
                + " without it a copy would find other elements. Hand over a plain copy, " + copy + ", and sort that"
                + " where it is used: " + remedy + ".");
        }
    }

    /** Refuses a variable, field or component that cannot hold what arrives. */
    void requireFits(final Class<?> declared) {
        if (!declared.isAssignableFrom(decoded)) {
            throw new NotTransferableException("GMT-201", "it is declared as " + declared.getName() + " but arrives"
                + " as a " + decoded.getName() + ". Declare it as " + advised.getName() + ".");
        }
    }
}
