package org.gmt4j;

/**
 * Marks an ordinary class whose instances may be captured by bodies or returned by tasks. The class must be registered.
 *
 * <p>Its non-static, non-transient fields travel, including those of its superclasses. The receiver creates the object
 * without running a constructor, and transient fields are zero or null. Records and enums need no mark. Prefer records:
 * their constructor runs and can refuse illegal values.
 */
public interface Transferable {
}
