package org.gmt4j.cli.result;

/**
 * Where a run took place.
 *
 * @param version version of GMT
 * @param cores   processors available to the launcher
 * @param jdk     version of the Java platform
 * @param os      operating system and architecture
 * @param pages   of memory outside of the heap: {@code 2 MB} where the kernel gives huge pages to those who ask, as
 *                {@code ./gmt} does, otherwise {@code 4 KB}
 * @param windowPages of memory that processes share, likewise
 * @param commit  commit of the build, {@code unknown} outside a checkout
 */
public record RunEnvironment(String version, int cores, String jdk, String os, String pages, String windowPages,
                             String commit) {
}
