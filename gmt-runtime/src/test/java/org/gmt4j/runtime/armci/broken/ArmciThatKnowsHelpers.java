package org.gmt4j.runtime.armci.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class ArmciThatKnowsHelpers {
    org.gmt4j.runtime.helper.CommandExecutor executor;
}
