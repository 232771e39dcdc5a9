package org.gmt4j.quasar;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands in for Guava's class of the same name. */
public final class ThreadFactoryBuilder {
    private boolean isDaemon;
    private String nameFormat = "quasar-%d";

    public ThreadFactoryBuilder setDaemon(final boolean daemon) {
        this.isDaemon = daemon;
        return this;
    }

    /** Sets the names: a format with at most one {@code %d}, which becomes the number of the thread. */
    public ThreadFactoryBuilder setNameFormat(final String format) {
        this.nameFormat = format;
        return this;
    }

    public ThreadFactory build() {
        final boolean daemon = isDaemon;
        final String format = nameFormat;
        final AtomicInteger count = new AtomicInteger();
        return body -> {
            final Thread thread = new Thread(body, format.replace("%d", Integer.toString(count.getAndIncrement())));
            thread.setDaemon(daemon);
            return thread;
        };
    }
}
