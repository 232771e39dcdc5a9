/**
 * Applications of the graph library: what {@code gmt run cc}, {@code tc}, {@code bc} and others have in common. An
 * application of one more algorithm is a class that extends {@link org.gmt4j.apps.graph.run.GraphApp}.
 *
 * <p>Read first: {@link org.gmt4j.apps.graph.run.GraphApp}, {@code GraphSession}, {@code ComponentsApp}. Algorithms do
 * not belong here: they are the library's.
 */
package org.gmt4j.apps.graph.run;
