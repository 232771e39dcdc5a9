package org.gmt4j.quasar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class WeakValueMapTest {
    private final ConcurrentMap<Integer, Object> map = new MapMaker().weakValues().makeMap();

    @Test
    void shouldKeepFirstValueOfKey() {
        final Object first = new Object();
        assertNull(map.putIfAbsent(1, first));
        assertSame(first, map.putIfAbsent(1, new Object()));
        assertSame(first, map.get(1));
        assertEquals(1, map.size());
    }

    @Test
    void shouldReplaceAndRemoveOnlyExpectedValue() {
        final Object first = new Object();
        final Object second = new Object();
        map.put(1, first);
        assertFalse(map.replace(1, second, second));
        assertTrue(map.replace(1, first, second));
        assertFalse(map.remove(1, first));
        assertTrue(map.remove(1, second));
        assertTrue(map.isEmpty());
    }

    @Test
    void shouldForgetValueThatNobodyHolds() {
        map.put(1, new Object());
        while (map.get(1) != null) {
            System.gc();
            Thread.onSpinWait();
        }
        final Object fresh = new Object();
        assertNull(map.putIfAbsent(1, fresh));
        assertSame(fresh, map.get(1));
    }
}
