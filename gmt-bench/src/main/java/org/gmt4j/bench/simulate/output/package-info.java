/**
 * What the commands of {@code gmt simulate} share: files and formats of a result, and bytes as users write them. Read
 * {@link org.gmt4j.bench.simulate.output.OutputOptions}. No model and no result belongs here.
 */
package org.gmt4j.bench.simulate.output;
