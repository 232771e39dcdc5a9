/**
 * The measurements of {@code --profile} while a node runs: events for the JDK's flight recorder, shares of time by
 * role, times of the stages of a command, waits and stalls.
 *
 * <p>Floor R0, beside memory: knows the probes of the aggregation and nothing of tasks, helpers or nodes, which know
 * it. All objects here exist only where {@code gmt.profile} is on; the floors above hold null instead, which costs a
 * branch per block, buffer, chunk or switch.
 *
 * <p>Read first: {@link org.gmt4j.engine.profile.NodeProfile}, {@link org.gmt4j.engine.profile.RoleTimes},
 * {@link org.gmt4j.engine.profile.LaneProfile}. The presentation of the figures, as tables and pictures, belongs to the
 * command line.
 */
package org.gmt4j.engine.profile;
