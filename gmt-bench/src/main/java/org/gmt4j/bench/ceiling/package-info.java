/**
 * The speed of light: random updates gathered, sent and applied by hand over the runtime's transport, with no tasks and
 * no runtime. Read first: {@link org.gmt4j.bench.ceiling.CeilingNode}, {@link org.gmt4j.bench.ceiling.CeilingSession}.
 * The conveniences of real programs do not belong here.
 */
package org.gmt4j.bench.ceiling;
