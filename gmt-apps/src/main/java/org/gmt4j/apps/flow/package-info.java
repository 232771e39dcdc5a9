/**
 * Water that flows through the ground: an implicit solver on a grid of three dimensions, after the STOMP simulator,
 * whose connections the on-demand paper counts. Read first: {@link org.gmt4j.apps.flow.FlowApp}, then {@code FlowPlan}
 * for the problem, {@code FlowTask} for what a node does, {@code Reference} for who judges it. General solvers of
 * linear systems do not belong here.
 */
package org.gmt4j.apps.flow;
