/**
 * What happens once and one task waits for: signals, also raised from other nodes, flags in memory, and notifications.
 * Floor R1: who waits is known as a {@link org.gmt4j.engine.signal.Sleeper} only.
 *
 * <p>Read {@link org.gmt4j.engine.signal.Signal}, then {@link org.gmt4j.engine.signal.FlagBoard}. Suspending and
 * deadlines do not belong here; tasks do that.
 */
package org.gmt4j.engine.signal;
