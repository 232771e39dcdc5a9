package org.gmt4j.graph;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.gmt4j.Job;

/**
 * What a job reports on its way, taken by the thread that waits for the job. {@link #add} by one task, on the node of
 * that thread; {@link #untilEnd} by that thread.
 */
final class Reports<T> implements JobWatch {
    private final Consumer<? super T> consumer;
    /** Reports, and a null in a box of its own for the end. */
    private final BlockingQueue<Report<T>> queue = new LinkedBlockingQueue<>();

    /** @param value null when the job has ended */
    private record Report<T>(T value) {
    }

    /** @param consumer null for nobody */
    Reports(final Consumer<? super T> consumer) {
        this.consumer = consumer;
    }

    /** Never waits. */
    void add(final T report) {
        if (consumer != null) {
            queue.add(new Report<>(report));
        }
    }

    /** Gives reports to the consumer until the job is over. Leaves an interrupt to whoever waits next. */
    @Override
    public void untilEnd(final Job<?> job) {
        if (consumer == null) {
            return;
        }
        job.whenComplete((result, failure) -> queue.add(new Report<>(null)));
        try {
            for (Report<T> next = queue.take(); next.value() != null; next = queue.take()) {
                consumer.accept(next.value());
            }
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
