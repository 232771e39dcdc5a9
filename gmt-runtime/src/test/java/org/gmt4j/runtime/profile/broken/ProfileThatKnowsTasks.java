package org.gmt4j.runtime.profile.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class ProfileThatKnowsTasks {
    org.gmt4j.runtime.task.Worker worker;
}
