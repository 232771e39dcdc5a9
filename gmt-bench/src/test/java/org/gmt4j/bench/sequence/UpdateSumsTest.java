package org.gmt4j.bench.sequence;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gmt4j.graph.memory.LocalView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UpdateSumsTest {
    private static final int LOG2 = 6;
    private static final int SHIFT = Long.SIZE - LOG2;
    private static final int UPDATES = 500;
    private static final long SEED = 99;

    private final UpdateSums sums = new UpdateSums();
    private LocalView table;

    @BeforeEach
    void update() {
        table = LocalView.allocate(1L << LOG2, true);
        table.fill(0);
        for (int k = 0; k < UPDATES; k++) {
            add(RandomIndex.index(SEED, k, SHIFT), 1);
        }
        // two nodes expect their halves
        sums.expect(List.of(UpdateSums.expected(SEED, SHIFT, 0, 0, 200),
            UpdateSums.expected(SEED, SHIFT, 0, 200, UPDATES)));
    }

    @AfterEach
    void free() {
        table.close();
    }

    private void add(final long index, final long delta) {
        table.setWord(index, table.word(index) + delta);
    }

    private boolean agrees() {
        return sums.agrees(List.of(UpdateSums.held(table.first(20), 0),
            UpdateSums.held(LocalView.words(table.address(20), 44), 20)));
    }

    @Test
    void shouldAgreeWhenEveryUpdateHasArrived() {
        assertTrue(agrees());
    }

    @Test
    void shouldExpectOperandsThatDiffer() {
        final long mask = 0xFF;
        final boolean[] seen = new boolean[(int) mask + 2];
        for (int k = UPDATES; k < 2 * UPDATES; k++) {
            final long operand = RandomIndex.operand(RandomIndex.word(SEED, k), mask);
            seen[(int) operand] = true;
            add(RandomIndex.index(SEED, k, SHIFT), operand);
        }
        assertFalse(seen[0]);
        sums.expect(List.of(UpdateSums.expected(SEED, SHIFT, mask, UPDATES, 2 * UPDATES)));
        assertTrue(agrees());
        add(0, 1);
        assertFalse(agrees());
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
