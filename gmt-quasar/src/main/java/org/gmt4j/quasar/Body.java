package org.gmt4j.quasar;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a functional interface whose implementations are bodies: they travel to other nodes with what they have
 * captured.
 *
 * <p>The instrumentation step takes each class and lambda that implements a marked interface, or one that extends it,
 * for a body: what it captures must not be stored into (GMT-700), and where the interface's method may wait, so may the
 * body, whether its own method says so with {@code throws} or not: Kotlin and Scala have no checked exceptions.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Body {
}
