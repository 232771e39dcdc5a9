package org.gmt4j.engine.ids;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.gmt4j.aggregation.wire.CommandWord;
import org.junit.jupiter.api.Test;

class IdSupplyTest {
    private static int take(final IdSupply ids) {
        return IdSupply.id(ids.take());
    }

    @Test
    void shouldGiveAllIdsBeforeOneIsUsedAgain() {
        final IdSupply ids = new IdSupply(5);
        final long first = ids.take();
        ids.giveBack(first, 1);
        assertEquals(List.of(1, 2, 3, 4), List.of(take(ids), take(ids), take(ids), take(ids)));
        final long again = ids.take();
        assertEquals(IdSupply.id(first), IdSupply.id(again));
        assertTrue(again > first, "another number");
        assertEquals(IdSupply.NONE, ids.take());
    }

    @Test
    void shouldLeaveAnotherObjectAlone() {
        final IdSupply ids = new IdSupply(1);
        final long first = ids.take();
        ids.giveBack(first, 1);
        assertEquals(0, take(ids));
        ids.giveBack(first, 1);
        assertEquals(IdSupply.NONE, ids.take(), "freed twice");
    }

    @Test
    void shouldFindIdsInARowBetweenOthers() {
        final IdSupply ids = new IdSupply(7);
        final List<Long> singles = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            singles.add(ids.take());
        }
        ids.giveBack(singles.get(0), 1);
        ids.giveBack(singles.get(2), 1);
        ids.giveBack(singles.get(3), 1);
        assertEquals(IdSupply.NONE, ids.take(3));
        ids.giveBack(singles.get(4), 1);
        final long row = ids.take(3);
        assertEquals(2, IdSupply.id(row));
        assertEquals(0, take(ids), "behind the row nothing is free");
        ids.giveBack(row, 3);
        assertEquals(2, IdSupply.id(ids.take(3)));
    }

    @Test
    void shouldHaveAllIdsOfACommand() {
        final IdSupply ids = new IdSupply();
        assertEquals(0, IdSupply.id(ids.take(CommandWord.MAX_ID)));
        assertEquals(CommandWord.MAX_ID, take(ids));
        assertEquals(IdSupply.NONE, ids.take());
    }

    @Test
    void shouldNeverGiveWhatIsInUseNorANumberTwice() {
        final Random random = new Random(3);
        final IdSupply ids = new IdSupply(40);
        final Set<Integer> used = new HashSet<>();
        final Set<Long> numbers = new HashSet<>();
        final List<long[]> objects = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            final int count = random.nextInt(4) == 0 ? 3 : 1;
            final long number = ids.take(count);
            if (number == IdSupply.NONE || random.nextInt(3) == 0) {
                if (!objects.isEmpty()) {
                    final long[] object = objects.remove(random.nextInt(objects.size()));
                    ids.giveBack(object[0], (int) object[1]);
                    for (int k = 0; k < object[1]; k++) {
                        assertTrue(used.remove(IdSupply.id(object[0]) + k));
                    }
                }
            }
            if (number != IdSupply.NONE) {
                assertTrue(numbers.add(number));
                for (int k = 0; k < count; k++) {
                    assertTrue(used.add(IdSupply.id(number) + k), "in use");
                }
                objects.add(new long[] {number, count});
            }
            assertFalse(used.size() > 40);
        }
        assertTrue(numbers.size() > 5000);
    }
}
