/**
 * Programs to read first, each of one screen: {@link org.gmt4j.examples.Hello}, {@link org.gmt4j.examples.Histogram},
 * {@link org.gmt4j.examples.PosterBfs}, {@link org.gmt4j.examples.PageRank}, and on the graph library
 * {@link org.gmt4j.examples.Friends}. Run by
 * {@code ./gmt run --classes gmt-apps/target/classes org.gmt4j.examples.Histogram -n 2 -- 1000000}.
 */
package org.gmt4j.examples;
