package org.gmt4j.fibers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Turns off, for a method (lambdas written in it included) or a class (classes within it are not included), the two
 * checks that refuse stores which would silently be lost: GMT-700, into values that a body has captured, and GMT-701,
 * of values that were read before a wait.
 *
 * <p>For code that knows better: an object that no other task can reach, a place that only one task at a time writes.
 * The reason is for whoever reads the code next.
 */
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.TYPE})
public @interface TrustedStores {
    /** Why nothing is lost here. */
    String value();
}
