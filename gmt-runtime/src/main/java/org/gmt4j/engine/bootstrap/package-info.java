/**
 * Lets the nodes of a job meet, exchange their addresses, and detect failures of nodes.
 *
 * <p>{@link org.gmt4j.engine.bootstrap.Bootstrap} is the port: identity, all-gather, failure notice, leave. The nodes
 * of one JVM use {@code InProcessBootstrap}; node processes use {@code SeedBootstrap}, a TCP connection to a
 * {@link org.gmt4j.engine.bootstrap.SeedServer} which the launcher (or node 0 of a job joined by hand) hosts. The
 * connection stays open as failure detector.
 *
 * <p>Set-up grade throughout: a few messages per node and job. No global data passes here.
 */
package org.gmt4j.engine.bootstrap;
