/**
 * Single events that one task waits for: signals, also raised from other nodes, and flags in memory. Floor R1: knows a
 * waiting task only as a {@link org.gmt4j.engine.signal.Sleeper}.
 *
 * <p>Read {@link org.gmt4j.engine.signal.Signal}, then {@link org.gmt4j.engine.signal.FlagBoard}. Suspension and
 * deadlines do not belong here; tasks have them.
 */
package org.gmt4j.engine.signal;
