/**
 * Real graphs that every machine has: the running JDK's classes and calls, those of any jars, and the dependencies of
 * the installed Debian distribution. They are extracted on the spot (nothing is redistributed), once, into a {@code
 * .gmtg} file in the cache folder, from which all parts then read; the file's name changes with the JDK or the package
 * lists.
 *
 * <p>Vertices are names sorted by their UTF-16 order, so ids do not depend on the order of extraction.
 *
 * <p>Read first: {@link org.gmt4j.graph.real.RealGraphs}, {@link org.gmt4j.graph.real.CachedGraph},
 * {@link org.gmt4j.graph.real.ClassFile}.
 */
package org.gmt4j.graph.real;
