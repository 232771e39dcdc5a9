/**
 * Starts, watches and ends the node processes of a job on this machine. Read first:
 * {@link org.gmt4j.cli.launch.JobLauncher}, {@link org.gmt4j.cli.launch.NodeCommandLine},
 * {@link org.gmt4j.cli.launch.NodeSession} (the same story inside a node process).
 */
package org.gmt4j.cli.launch;
