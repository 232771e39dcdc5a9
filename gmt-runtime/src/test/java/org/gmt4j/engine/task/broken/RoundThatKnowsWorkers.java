package org.gmt4j.engine.task.broken;

/** Breaks the floor of tasks as data on purpose. */
final class RoundThatKnowsWorkers {
    org.gmt4j.engine.task.Worker worker;
}
