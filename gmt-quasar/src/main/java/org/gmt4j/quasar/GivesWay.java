package org.gmt4j.quasar;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Added to a class of a program by the instrumentation step: its loops have {@link Progress points} at which a task
 * that computes gives way to its node, and its methods may be on the stack at such a point. Not for source code.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface GivesWay {
    /**
     * Methods, as {@code name descriptor}, during whose calls nothing gives way: those that hold a monitor, the
     * static initialiser, and {@link org.gmt4j.fibers.Undisturbed} ones.
     */
    String[] except() default {};
}
