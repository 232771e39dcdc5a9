package org.gmt4j.quasar;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.AbstractMap;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A map that drops an entry when its value is collected. Any thread. Views are copies. */
final class WeakValueMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
    private static final class Value<K, V> extends WeakReference<V> {
        private final K key;

        Value(final K key, final V value, final ReferenceQueue<V> collected) {
            super(value, collected);
            this.key = key;
        }
    }

    private final ConcurrentHashMap<K, Value<K, V>> values = new ConcurrentHashMap<>();
    private final ReferenceQueue<V> collected = new ReferenceQueue<>();

    @Override
    public V get(final Object key) {
        return valueOf(values.get(key));
    }

    @Override
    public V put(final K key, final V value) {
        removeCollected();
        return valueOf(values.put(key, new Value<>(key, value, collected)));
    }

    @Override
    public V putIfAbsent(final K key, final V value) {
        removeCollected();
        final Value<K, V> fresh = new Value<>(key, value, collected);
        for (;;) {
            final Value<K, V> present = values.putIfAbsent(key, fresh);
            final V old = valueOf(present);
            if (present == null || old != null) {
                return old;
            }
            values.remove(key, present);
        }
    }

    @Override
    public V remove(final Object key) {
        return valueOf(values.remove(key));
    }

    @Override
    public boolean remove(final Object key, final Object value) {
        final Value<K, V> present = values.get(key);
        return present != null && Objects.equals(present.get(), value) && values.remove(key, present);
    }

    @Override
    public V replace(final K key, final V value) {
        return valueOf(values.replace(key, new Value<>(key, value, collected)));
    }

    @Override
    public boolean replace(final K key, final V oldValue, final V newValue) {
        final Value<K, V> present = values.get(key);
        return present != null && Objects.equals(present.get(), oldValue)
            && values.replace(key, present, new Value<>(key, newValue, collected));
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        final Set<Entry<K, V>> entries = new HashSet<>();
        values.forEach((key, reference) -> {
            final V value = reference.get();
            if (value != null) {
                entries.add(new SimpleImmutableEntry<>(key, value));
            }
        });
        return entries;
    }

    private void removeCollected() {
        for (Reference<? extends V> gone = collected.poll(); gone != null; gone = collected.poll()) {
            final Value<?, ?> value = (Value<?, ?>) gone;
            values.remove(value.key, value);
        }
    }

    private static <T> T valueOf(final Value<?, T> reference) {
        return reference == null ? null : reference.get();
    }
}
