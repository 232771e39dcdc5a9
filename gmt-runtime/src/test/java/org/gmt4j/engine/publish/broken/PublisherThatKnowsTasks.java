package org.gmt4j.engine.publish.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class PublisherThatKnowsTasks {
    org.gmt4j.engine.task.Worker worker;
}
