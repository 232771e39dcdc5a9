package org.gmt4j.runtime.array;

import java.io.Serializable;

/** Whether an element counts, see {@link IntegerArray#count}. A plain function that cannot wait; runs at the owner of the element. */
@FunctionalInterface
public interface LongTest extends Serializable {
    boolean test(long value);
}
