/**
 * Simple programs against one thread of plain Java: six programs as a newcomer writes them from docs/data.md and
 * docs/programs.md, one access at a time, each beside the same algorithm in serial Java. Read first:
 * {@link org.gmt4j.bench.plain.QueueBfs}, {@link org.gmt4j.bench.plain.PlainTrials},
 * {@link org.gmt4j.bench.plain.PlainBenchmark}. What a newcomer would not write does not belong into the programs:
 * lists, visits, local views, parts of the engine.
 */
package org.gmt4j.bench.plain;
