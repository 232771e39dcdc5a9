package org.gmt4j.fibers;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that may suspend the current fiber. For Kotlin and Scala, which have no
 * {@code throws SuspendExecution}. The instrumentation finds such methods by this mark. Replaces Quasar's annotation of
 * the same simple name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Suspendable {
}
