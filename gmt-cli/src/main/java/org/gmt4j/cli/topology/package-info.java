/**
 * The report of {@code gmt topology} about a virtual topology: {@link org.gmt4j.cli.topology.TopologyReport} gathers
 * it, a {@link org.gmt4j.cli.topology.TopologyWriter} writes it as text, JSON or picture. Computing routes does not
 * belong here.
 */
package org.gmt4j.cli.topology;
