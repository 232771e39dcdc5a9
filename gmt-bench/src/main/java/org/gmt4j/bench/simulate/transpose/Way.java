package org.gmt4j.bench.simulate.transpose;

import java.util.Locale;

/** How the blocks of a transpose get to their places. */
enum Way {
    /** Remote gets of columns, transposed and put locally. */
    NAIVE,
    /** Local gets, transposed and put remotely, as in GA_Transpose. */
    LIBRARY;

    String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
