/**
 * Types of the fibers that programs name: {@link org.gmt4j.fibers.SuspendExecution} in declarations of methods that
 * wait ({@link org.gmt4j.fibers.Suspendable} in languages without such a clause), and the marks
 * {@link org.gmt4j.fibers.TrustedStores} and {@link org.gmt4j.fibers.Undisturbed}, which the instrumentation step
 * reads.
 */
package org.gmt4j.fibers;
