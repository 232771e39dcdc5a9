package org.gmt4j.quasar;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a functional interface whose implementations are bodies: they travel to other nodes with their captured values.
 *
 * <p>The instrumentation step treats each class and lambda that implements a marked interface, or one that extends it,
 * as a body. It must not store into captured values (GMT-700). Where the interface's method may wait, so may the body,
 * even when its own method has no {@code throws}, because Kotlin and Scala have no checked exceptions.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Body {
}
