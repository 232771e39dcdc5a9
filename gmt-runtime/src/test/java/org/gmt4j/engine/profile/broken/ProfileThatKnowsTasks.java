package org.gmt4j.engine.profile.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class ProfileThatKnowsTasks {
    org.gmt4j.engine.task.Worker worker;
}
