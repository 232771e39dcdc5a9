/**
 * The command line of graphs: the options by which every application chooses its graph, and the commands {@code
 * generate}, {@code convert} and {@code info}.
 *
 * <p>Read first: {@link org.gmt4j.apps.graph.command.GraphOptions}, {@link org.gmt4j.apps.graph.command.GraphSpec},
 * {@link org.gmt4j.apps.graph.command.GenerateCommand}.
 */
package org.gmt4j.apps.graph.command;
