/**
 * The API of the runtime: what a program touches. Read {@link org.gmt4j.GmtCluster} for jobs,
 * {@link org.gmt4j.TaskContext} for tasks, {@link org.gmt4j.GlobalLongArray} and {@link org.gmt4j.Distribution} for
 * arrays, {@link org.gmt4j.Visitor} for one-way visits, {@link org.gmt4j.GmtException} for the family of exceptions.
 * One-sided memory is in {@link org.gmt4j.armci}. The engine below is not needed to compile a program, and may change
 * in any version.
 */
package org.gmt4j;
