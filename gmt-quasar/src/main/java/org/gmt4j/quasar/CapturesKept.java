package org.gmt4j.quasar;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Put on a class by the instrumentation step: no body that is written in it stores into what it has captured, except
 * some. Saves the function registry from looking when the body is sent for the first time, which takes tenths of a
 * second for long ones in a JVM that has just started. Not for source code.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface CapturesKept {
    /**
     * Bodies that do store: of lambdas {@code owner.method descriptor}, with slashes; of the class, where it is one,
     * {@code name itself}.
     */
    String[] except() default {};
}
