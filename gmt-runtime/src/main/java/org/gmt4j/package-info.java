/**
 * What a program sees first: the cluster it runs on and the family of exceptions that the runtime throws.
 *
 * <p>Read {@link org.gmt4j.GmtException} for the family. What belongs to one part of the runtime (arrays, tasks,
 * functions) lives in that part's own package below {@code org.gmt4j.runtime}.
 */
package org.gmt4j;
