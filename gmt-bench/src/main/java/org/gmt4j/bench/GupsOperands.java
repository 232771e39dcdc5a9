package org.gmt4j.bench;

import java.util.Locale;
import org.gmt4j.bench.sequence.RandomIndex;

/** What random updates add: the runtime packs runs of equal operands, so this decides over the bytes on the wire. */
enum GupsOperands {
    /** 1: an update is an offset of 4 bytes. */
    CONSTANT(0),
    /** From 1 to 256, by the random sequence: each update carries its own. */
    VARYING(0xFF);

    private final long mask;

    GupsOperands(final long mask) {
        this.mask = mask;
    }

    /** See {@link RandomIndex#operand}. */
    long mask() {
        return mask;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
