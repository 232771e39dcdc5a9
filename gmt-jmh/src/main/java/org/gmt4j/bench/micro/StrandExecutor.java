package org.gmt4j.bench.micro;

import co.paralleluniverse.fibers.StrandThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Lets JMH measure on the kind of thread that fibers run on; JMH finds it by the system property
 * {@code jmh.executor.class}.
 */
public final class StrandExecutor extends ThreadPoolExecutor {
    /** As JMH calls it. */
    public StrandExecutor(final int threads, final String prefix) {
        super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            final Thread thread = new StrandThread(task, prefix);
            thread.setDaemon(true);
            return thread;
        });
    }
}
