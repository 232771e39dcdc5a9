/**
 * Jobs of their own that a program launches as a user would, and their results. Read
 * {@link org.gmt4j.bench.job.ChildJob}.
 */
package org.gmt4j.bench.job;
