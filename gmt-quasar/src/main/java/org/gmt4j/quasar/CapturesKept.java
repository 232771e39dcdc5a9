package org.gmt4j.quasar;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Added to a class by the instrumentation step: no body in it stores into captured values, except the listed ones.
 * Saves the function registry from examining a body when it is sent for the first time, which takes tenths of a second
 * for long ones in a JVM that has just started. Not for source code.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface CapturesKept {
    /**
     * Bodies that store, or may do so, since only the class of a captured object tells: for lambdas
     * {@code owner.method descriptor}, with slashes; for the class, where it is one, {@code name itself}.
     */
    String[] except() default {};
}
