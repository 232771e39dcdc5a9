/**
 * What happens once and one task waits for: signals, also raised from other nodes, flags in memory, and notifications.
 * Floor R1: who waits is known as a {@link org.gmt4j.engine.signal.Sleeper} only.
 *
 * <p>Read {@link org.gmt4j.engine.signal.Signal}, then {@link org.gmt4j.engine.signal.FlagBoard}. Suspension and
 * deadlines do not belong here; tasks have them.
 */
package org.gmt4j.engine.signal;
