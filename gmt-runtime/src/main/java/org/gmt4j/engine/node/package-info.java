/**
 * Puts one node together, starts it and stops it. Floor R6: the only package that knows all others.
 *
 * <p>Read {@link org.gmt4j.engine.node.Node}, then the plans, {@link org.gmt4j.engine.node.CombinedPlan} and
 * {@link org.gmt4j.engine.node.DedicatedPlan}: what runs the roles on one thread or on several.
 */
package org.gmt4j.engine.node;
