package org.gmt4j;

/**
 * Marks an ordinary class whose instances may be captured by bodies or returned by tasks, once the class is registered.
 *
 * <p>Its non-static, non-transient fields travel, those of its superclasses too; at the receiver the object is made
 * without running a constructor, and transient fields are zero or null. Records and enums need no mark. Prefer records:
 * their constructor runs and can refuse bad values.
 */
public interface Transferable {
}
