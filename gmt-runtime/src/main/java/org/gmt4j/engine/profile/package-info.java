/**
 * Where the time goes: what {@code --profile} measures while a node runs. Events for the JDK's flight recorder, shares
 * of time by role, times of the stages that a command passes, waits and stalls.
 *
 * <p>Floor: beside memory and function; knows the probes of the aggregation and nothing of tasks, helpers or nodes,
 * which know it. Everything here exists only where {@code gmt.profile} is on; the floors above hold null instead and
 * pay a branch per block, buffer, chunk or switch.
 *
 * <p>Read first: {@link org.gmt4j.engine.profile.NodeProfile}, {@link org.gmt4j.engine.profile.RoleTimes},
 * {@link org.gmt4j.engine.profile.LaneProfile}. What becomes of the figures, tables and pictures, belongs to the
 * command line.
 */
package org.gmt4j.engine.profile;
