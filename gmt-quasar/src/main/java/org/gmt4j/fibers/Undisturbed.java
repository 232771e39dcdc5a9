package org.gmt4j.fibers;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method whose loops, and those of the methods that it calls, do not give way to the node: no visit of another
 * task runs between two operations of such a method. For loops over memory that visits change as well, and for code
 * that holds a lock. The node answers no requests while such a method computes, so it should be short.
 *
 * <p>Read by the instrumentation step. Methods that are {@code synchronized}, or contain a synchronized block, need no
 * mark.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Undisturbed {
}
