package org.gmt4j.fibers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Turns off the two checks that refuse stores which would be lost silently: GMT-700, stores into values captured by a
 * body, and GMT-701, stores of values read before a wait. Applies to a method with the lambdas in it, or to a class
 * without its nested classes.
 *
 * <p>For code that is known to be correct, such as stores into an object that no other task can reach, or into a place
 * that only one task writes at a time.
 */
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.TYPE})
public @interface TrustedStores {
    /** Reason why no store is lost here, for readers of the code. */
    String value();
}
