package org.gmt4j.aggregation.settings;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a record component a setting: {@code int}, {@code long}, {@code double}, {@code boolean}, an enum or
 * {@code String}.
 *
 * <p>Numbers accept a suffix by their unit: {@code k}, {@code m}, {@code g} (powers of 1024) for sizes and counts,
 * {@code ns}, {@code us}, {@code ms}, {@code s}, {@code min} for durations, which are converted to {@link #unit()}.
 * A size or count without a suffix is in that unit already; a duration must have one, except 0, since nobody means
 * milliseconds by 60.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {

    /** @return the full key: lower case, words separated by dots, starting with {@code gmt.} */
    String key();

    /**
     * @return {@code bytes}, {@code ns}, {@code us}, {@code ms}, {@code s}, {@code count}, or another noun; empty if
     *     none
     */
    String unit() default "";

    /** @return the default as a user would write it, such as {@code 64k} or {@code 20us} */
    String defaultValue();

    /** @return one sentence: the effect of the value */
    String meaning();

    /** @return the smallest legal number, in {@link #unit()} */
    long min() default Long.MIN_VALUE;

    /** @return the largest legal number, in {@link #unit()} */
    long max() default Long.MAX_VALUE;
}
