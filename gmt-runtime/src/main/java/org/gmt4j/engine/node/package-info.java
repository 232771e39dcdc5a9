/**
 * Composes one node, starts it and stops it. Floor R5: knows all rooms below.
 *
 * <p>Read {@link org.gmt4j.engine.node.Node}, then the plans {@link org.gmt4j.engine.node.CombinedPlan} and
 * {@link org.gmt4j.engine.node.DedicatedPlan}, which put the roles on one thread or on several.
 */
package org.gmt4j.engine.node;
