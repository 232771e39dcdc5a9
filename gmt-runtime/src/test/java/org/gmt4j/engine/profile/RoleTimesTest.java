package org.gmt4j.engine.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RoleTimesTest {
    private static long sum(final long[] row) {
        return Arrays.stream(row).sum();
    }

    private static void spin(final long ns) {
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < ns) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldAddUpToTheTimeThatHasPassed() {
        final RoleTimes times = new RoleTimes(EnumSet.allOf(Role.class));
        final long startNs = System.nanoTime();
        times.beginTurn(startNs, Role.SERVER);
        spin(200_000);
        final int before = times.enter(Role.HELPER);
        spin(300_000);
        times.goBack(before);
        times.enter(Role.WORKER);
        spin(400_000);
        times.enter(Role.SERVER);
        times.endTurn();
        times.beginTurn(System.nanoTime(), Role.SERVER);
        spin(100_000);
        times.endEmptyTurn(true);
        spin(500_000);
        times.beginTurn(System.nanoTime(), Role.SERVER);
        times.endEmptyTurn(false);
        spin(600_000);
        final long endNs = System.nanoTime();
        times.beginTurn(endNs, Role.SERVER);
        for (final Role role : Role.values()) {
            assertEquals(endNs - startNs, sum(times.row(role)), role.name());
        }
        final long[] worker = times.row(Role.WORKER);
        assertTrue(worker[Role.RUNNING] >= 400_000, () -> Arrays.toString(worker));
        assertTrue(worker[Role.OTHERS] >= 500_000, () -> Arrays.toString(worker));
        assertTrue(worker[Role.WAITING] >= 600_000, () -> Arrays.toString(worker));
        assertTrue(worker[Role.IDLE] >= 600_000, () -> Arrays.toString(worker));
        assertTrue(times.row(Role.HELPER)[Role.RUNNING] >= 300_000);
    }

    @Test
    void shouldCountAnEmptyTurnAsWaitingWhateverRolesItPassed() {
        final RoleTimes times = new RoleTimes(EnumSet.allOf(Role.class));
        times.beginTurn(System.nanoTime(), Role.SERVER);
        times.enter(Role.WORKER);
        spin(100_000);
        times.enter(Role.SERVER);
        times.endEmptyTurn(true);
        final long[] row = times.row(Role.WORKER);
        assertEquals(0, row[Role.RUNNING]);
        assertEquals(0, row[Role.OTHERS]);
        assertTrue(row[Role.WAITING] >= 100_000);
    }

    @Test
    void shouldCountAStallInTheMiddleOfATaskAsWaiting() {
        final RoleTimes times = new RoleTimes(Set.of(Role.WORKER));
        times.beginTurn(System.nanoTime(), Role.WORKER);
        final int before = times.enter(Role.WORKER);
        times.wasWaiting();
        spin(200_000);
        times.goBack(before);
        spin(100_000);
        times.endTurn();
        final long[] row = times.row(Role.WORKER);
        assertTrue(row[Role.WAITING] >= 200_000);
        assertTrue(row[Role.RUNNING] >= 100_000);
    }
}
