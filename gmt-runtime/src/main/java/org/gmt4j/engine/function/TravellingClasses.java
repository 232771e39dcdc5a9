package org.gmt4j.engine.function;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the classes of a package of the runtime whose bodies and values travel. For a package above the engine, whose
 * classes the engine cannot name.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PACKAGE)
public @interface TravellingClasses {
    /** The classes, each with all its nested classes. */
    Class<?>[] value();
}
