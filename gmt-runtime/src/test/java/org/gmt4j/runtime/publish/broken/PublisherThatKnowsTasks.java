package org.gmt4j.runtime.publish.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class PublisherThatKnowsTasks {
    org.gmt4j.runtime.task.Worker worker;
}
