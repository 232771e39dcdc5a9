/**
 * Goals of Maven for programs of one's own, see {@code docs/maven-gradle.md}. Above everything; nothing depends on it.
 *
 * <p>Read {@link org.gmt4j.maven.InstrumentMojo}, {@link org.gmt4j.maven.AgentMojo} and {@link
 * org.gmt4j.maven.RunMojo}. What is done to a class file does not belong here: that is the instrumentation step of
 * gmt-quasar.
 */
package org.gmt4j.maven;
