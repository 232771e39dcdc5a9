package org.gmt4j.quasar;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Put on a class of a program by the instrumentation step: its loops are {@link Progress points} where a task that
 * computes gives way to its node, and its methods may be called around such a point. Not for source code.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface GivesWay {
    /**
     * Methods around which nothing gives way, as {@code name descriptor}: those that hold a monitor, and
     * {@link org.gmt4j.fibers.Undisturbed} ones.
     */
    String[] except() default {};
}
