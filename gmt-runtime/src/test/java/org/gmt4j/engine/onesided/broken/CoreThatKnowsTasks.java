package org.gmt4j.engine.onesided.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class CoreThatKnowsTasks {
    org.gmt4j.engine.task.EngineTask task;
}
