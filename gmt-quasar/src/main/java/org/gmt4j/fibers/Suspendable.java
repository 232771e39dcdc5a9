package org.gmt4j.fibers;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that may suspend the fiber it runs on, or a class all of whose methods may, where the language has no
 * {@code throws SuspendExecution}: Kotlin and Scala. The instrumentation finds such methods by it. Takes the place of
 * Quasar's annotation of the same simple name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Suspendable {
}
