package org.gmt4j.engine.task.broken;

import java.io.Serializable;

/** Breaks a rule on purpose: it travels, but the instrumentation step would not look at what implements it. */
@FunctionalInterface
public interface BodyWithoutMark extends Serializable {
    void run();
}
