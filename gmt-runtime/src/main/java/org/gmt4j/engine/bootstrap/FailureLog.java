package org.gmt4j.engine.bootstrap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The failures seen so far, and their listeners; notifies each listener of each failed node once. Any thread. */
final class FailureLog {

    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);

    private final Map<Integer, NodeFailure> failures = new LinkedHashMap<>();
    private final List<Consumer<NodeFailure>> listeners = new ArrayList<>();

    void listen(final Consumer<NodeFailure> listener) {
        final List<NodeFailure> past;
        synchronized (this) {
            listeners.add(listener);
            past = List.copyOf(failures.values());
        }
        past.forEach(failure -> tell(listener, failure));
    }

    /** @return false when this node had failed before */
    boolean add(final NodeFailure failure) {
        final List<Consumer<NodeFailure>> told;
        synchronized (this) {
            if (failures.putIfAbsent(failure.nodeId(), failure) != null) {
                return false;
            }
            told = List.copyOf(listeners);
        }
        told.forEach(listener -> tell(listener, failure));
        return true;
    }

    private static void tell(final Consumer<NodeFailure> listener, final NodeFailure failure) {
        try {
            listener.accept(failure);
        } catch (final RuntimeException e) {
            LOG.error("failure listener threw at: {}", failure.message(), e);
        }
    }
}
