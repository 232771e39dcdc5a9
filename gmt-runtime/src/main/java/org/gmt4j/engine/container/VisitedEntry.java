package org.gmt4j.engine.container;

import org.gmt4j.MapEntry;

/** The entry that a visit has for itself. Not used behind the visit. Per access a search, in memory near at hand. */
public interface VisitedEntry extends MapEntry {
    @Override
    default double doubleValue() {
        return Double.longBitsToDouble(value());
    }

    @Override
    default void setDouble(final double value) {
        set(Double.doubleToRawLongBits(value));
    }
}
