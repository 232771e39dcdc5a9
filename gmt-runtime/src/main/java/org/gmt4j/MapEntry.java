package org.gmt4j;

/**
 * The entry of one key of a map, for the body of a visit, which has it for itself: no other operation on the key is
 * executed meanwhile. Valid inside the body that received it. Maps with values of {@code double} use
 * {@link #doubleValue()} and {@link #setDouble}, others {@link #value()} and {@link #set}.
 */
public interface MapEntry {
    /** Returns whether the key has a value. */
    boolean isPresent();

    /** Returns the value, 0 without one. */
    long value();

    /** Sets the value, of a key without one as well. May refuse that with GMT-821. */
    void set(long value);

    /** Returns the value as a {@code double}, 0 without one. */
    double doubleValue();

    /** Sets the value as a {@code double}, of a key without one as well. May refuse that with GMT-821. */
    void setDouble(double value);

    /** Removes the entry. Returns false when there is none. */
    boolean remove();
}
