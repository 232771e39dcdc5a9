package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Notices of one job that overtake each other leave nothing behind. */
class JobTableTest {
    private static final long CANCEL = notice(JobTable.CANCEL);
    private static final long FORGET = notice(JobTable.FORGET);
    private static final int NUMBER = 5;

    private static long notice(final int kind) {
        return Long.MIN_VALUE | (long) kind << Integer.SIZE | NUMBER;
    }

    private final NodeTasks tasks = new NodeTasks(0, 3, 1, 1, TaskConfig.DEFAULT, null, 4096);
    private final JobTable table = new JobTable(tasks);

    @Test
    void shouldKeepNothingOfAJobWhoseCancelComesBehindItsForget() {
        table.onNotice(FORGET, 0);
        assertFalse(table.isCancelled(NUMBER));
        table.onNotice(CANCEL, 0);
        assertFalse(table.isCancelled(NUMBER));
        assertEquals(0, table.knownCancelled());
        // the next job of this number
        table.onNotice(CANCEL, 0);
        assertTrue(table.isCancelled(NUMBER));
        table.onNotice(FORGET, 0);
        assertFalse(table.isAnyCancelled());
        assertEquals(0, table.knownCancelled());
    }

    @Test
    void shouldNotSpeakOfACancelledJobWhereTheClusterIsClosed() {
        table.close();
        assertTrue(table.reason(NUMBER).getMessage().contains("the cluster is being closed"));
        assertTrue(table.reason(JobTable.NONE).getMessage().contains("the cluster is being closed"));
        table.onNotice(CANCEL, 0);
        assertTrue(table.reason(NUMBER).getMessage().contains("job " + NUMBER + " was cancelled"));
    }

    /** However the end of a job and its cancellation meet, each CANCEL has one FORGET. */
    @Test
    void shouldTellOfEachEndOnce() throws InterruptedException {
        final List<RunningJob> jobs = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            jobs.add(table.start());
        }
        final Thread canceller = new Thread(() -> jobs.forEach(job -> job.cancel(false)));
        canceller.start();
        jobs.forEach(table::ended);
        canceller.join();
        final RunningJob late = table.start();
        late.cancel(true);
        assertTrue(table.isCancelled(late.number()));
        table.ended(late);
        assertEquals(0, table.knownCancelled());
        assertFalse(table.isAnyCancelled());
    }
}
