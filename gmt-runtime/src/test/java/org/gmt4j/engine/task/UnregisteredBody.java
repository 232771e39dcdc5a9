package org.gmt4j.engine.task;

import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;

/** Belongs to no registered class. */
final class UnregisteredBody implements TaskBody {
    private static final long serialVersionUID = 1L;

    @Override
    public void run(final TaskContext ctx) {
        throw new IllegalStateException("must not run");
    }
}
