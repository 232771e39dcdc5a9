package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TransferTableTest {
    private final TransferTable table = new TransferTable();

    private static Transfer transfer(final int node) {
        return new Transfer(Transfer.Role.STORE_INTO, node, 64, null, null);
    }

    @Test
    void shouldFindWhatHasBeenEntered() {
        final Transfer transfer = transfer(3);
        final int number = table.enter(transfer);
        assertEquals(number, transfer.number);
        assertSame(transfer, table.find(number, 3));
    }

    @Test
    void shouldNotFindTransfersWithOtherNodes() {
        assertNull(table.find(table.enter(transfer(3)), 2));
    }

    @Test
    void shouldNotFindNumbersThatWereNeverGiven() {
        assertNull(table.find(0, 0));
        assertNull(table.find(-1, 0));
    }

    @Test
    void shouldNotTakeALateNumberForItsSuccessor() {
        final Transfer first = transfer(1);
        final int number = table.enter(first);
        table.leave(first);
        assertNull(table.find(number, 1));
        final Transfer second = transfer(1);
        assertNotEquals(number, table.enter(second));
        assertEquals(1, table.slotCount());
        assertNull(table.find(number, 1));
        assertSame(second, table.find(second.number, 1));
    }

    @Test
    void shouldKeepNumbersWhenItGrows() {
        final List<Transfer> transfers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            transfers.add(transfer(i));
            table.enter(transfers.get(i));
        }
        for (final Transfer transfer : transfers) {
            assertSame(transfer, table.find(transfer.number, transfer.node));
        }
        transfers.forEach(table::leave);
        for (int slot = 0; slot < table.slotCount(); slot++) {
            assertNull(table.at(slot));
        }
        assertTrue(table.slotCount() >= 100);
    }

    /** 64 transfers of each of 1024 lanes and one more. */
    @Test
    void shouldFindEachOfManyTransfers() {
        for (int i = 0; i <= 64 * 1024; i++) {
            final Transfer transfer = transfer(1);
            assertSame(transfer, table.find(table.enter(transfer), 1), "transfer " + i);
        }
    }

    @Test
    void shouldRefuseMoreThanItHasNumbersFor() {
        final Transfer last = transfer(1);
        for (int room = 1 << 20; room > 0; room--) {
            assertEquals(room, table.room());
            table.enter(last);
        }
        assertThrows(IllegalStateException.class, () -> table.enter(transfer(1)));
        table.leave(last);
        assertEquals(1, table.room());
        final Transfer next = transfer(1);
        assertSame(next, table.find(table.enter(next), 1));
    }
}
