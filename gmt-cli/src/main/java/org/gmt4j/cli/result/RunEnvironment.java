package org.gmt4j.cli.result;

/**
 * Where a run took place.
 *
 * @param version version of GMT
 * @param cores   processors available to the launcher
 * @param jdk     version of the Java platform
 * @param os      operating system and architecture
 * @param commit  commit of the build, {@code unknown} outside a checkout
 */
public record RunEnvironment(String version, int cores, String jdk, String os, String commit) {
}
