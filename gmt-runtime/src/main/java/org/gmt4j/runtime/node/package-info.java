/**
 * Puts one node together, starts it and stops it. Floor R6: the only package that knows all others.
 *
 * <p>Read {@link org.gmt4j.runtime.node.Node}, then {@link org.gmt4j.runtime.node.CombinedThread} and, for the other plan,
 * {@link org.gmt4j.runtime.node.DedicatedThreads}.
 */
package org.gmt4j.runtime.node;
