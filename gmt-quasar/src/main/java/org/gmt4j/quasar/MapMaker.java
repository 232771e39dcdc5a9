package org.gmt4j.quasar;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Stands in for Guava's class of the same name. Quasar uses it twice: for weak keys in each scheduler's table of
 * scheduler-locals, which dies with its scheduler anyway and is therefore an ordinary map here, and for weak values in
 * the table of threads that are known as strands.
 */
public final class MapMaker {
    private boolean hasWeakValues;

    public MapMaker weakKeys() {
        return this;
    }

    public MapMaker weakValues() {
        hasWeakValues = true;
        return this;
    }

    public <K, V> ConcurrentMap<K, V> makeMap() {
        return hasWeakValues ? new WeakValueMap<>() : new ConcurrentHashMap<>();
    }
}
