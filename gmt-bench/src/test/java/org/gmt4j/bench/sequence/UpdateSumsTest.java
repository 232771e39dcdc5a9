package org.gmt4j.bench.sequence;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UpdateSumsTest {
    private static final int LOG2 = 6;
    private static final int SHIFT = Long.SIZE - LOG2;
    private static final int UPDATES = 500;
    private static final long SEED = 99;

    private final UpdateSums sums = new UpdateSums();
    private long table;

    @BeforeEach
    void update() {
        table = UnsafeApi.allocateMemory(8L << LOG2);
        UnsafeApi.setMemory(table, 8L << LOG2, (byte) 0);
        for (int k = 0; k < UPDATES; k++) {
            add(RandomIndex.index(SEED, k, SHIFT), 1);
        }
        // two nodes expect their halves
        sums.expect(List.of(UpdateSums.expected(SEED, SHIFT, 0, 200), UpdateSums.expected(SEED, SHIFT, 200, UPDATES)));
    }

    @AfterEach
    void free() {
        UnsafeApi.freeMemory(table);
    }

    private void add(final long index, final long delta) {
        UnsafeApi.putLong(table + (index << 3), UnsafeApi.getLong(table + (index << 3)) + delta);
    }

    private boolean agrees() {
        return sums.agrees(List.of(UpdateSums.held(table, 0, 20), UpdateSums.held(table + 160, 20, 44)));
    }

    @Test
    void shouldAgreeWhenEveryUpdateHasArrived() {
        assertTrue(agrees());
    }

    @Test
    void shouldFindALostUpdate() {
        add(RandomIndex.index(SEED, 7, SHIFT), -1);
        assertFalse(agrees());
    }

    @Test
    void shouldFindAnUpdateOfTheWrongElement() {
        final long right = RandomIndex.index(SEED, 7, SHIFT);
        add(right, -1);
        add((right + 1) % 64, 1);
        assertFalse(agrees());
    }
}
