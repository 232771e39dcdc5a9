/**
 * The command line: {@code gmt run}, {@code bench}, {@code config}, {@code doctor}, and contributions of other modules.
 *
 * <p>An application implements {@link org.gmt4j.cli.GmtApp} and is found by {@link java.util.ServiceLoader}; other
 * commands come through {@link org.gmt4j.cli.CliContribution}. {@link org.gmt4j.cli.GmtCli} puts the command tree
 * together, {@link org.gmt4j.cli.launch} starts node processes, {@link org.gmt4j.cli.result} writes results. Nothing
 * here knows how a node works: {@link org.gmt4j.cli.NodeRunner} is the seam.
 */
package org.gmt4j.cli;
