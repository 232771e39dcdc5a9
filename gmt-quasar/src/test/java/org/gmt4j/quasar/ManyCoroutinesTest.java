package org.gmt4j.quasar;

import static org.gmt4j.quasar.RemoteNode.REMOTE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many coroutines on several workers. Also run by {@link FeatureRun}. */
@Timeout(240)
class ManyCoroutinesTest {
    private static final int FIBERS = 10_000;

    @Test
    void shouldResumeEveryCoroutine() throws Exception {
        runOn(new TestWorker("a"), new TestWorker("b"), new TestWorker("c"));
    }

    private static void runOn(final TestWorker... workers) throws Exception {
        final List<CompletableFuture<Object>> results = new ArrayList<>();
        for (int i = 0; i < FIBERS; i++) {
            for (final TestWorker worker : workers) {
                final int index = i;
                results.add(worker.submit(w -> REMOTE.get(w, index) + sumOfTwo(w)));
            }
        }
        long sum = 0;
        for (final CompletableFuture<Object> result : results) {
            sum += (Long) result.get(60, TimeUnit.SECONDS);
        }
        for (final TestWorker worker : workers) {
            worker.close();
        }
        assertEquals(workers.length * (30L * FIBERS + 10L * FIBERS * (FIBERS - 1) / 2), sum);
    }

    private static long sumOfTwo(final TestWorker w) throws SuspendExecution {
        final long first = REMOTE.get(w, 1);
        return first + REMOTE.get(w, 2);
    }
}
