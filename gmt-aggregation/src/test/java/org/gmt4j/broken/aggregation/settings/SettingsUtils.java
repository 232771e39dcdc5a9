package org.gmt4j.broken.aggregation.settings;

/** Breaks: a name that says nothing. */
public final class SettingsUtils {
}
