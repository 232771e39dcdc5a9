package org.gmt4j.graph.file;

/**
 * The form of a line of a text format; the parser loads these fields into locals.
 *
 * @param arcPrefix    lines begin with {@code a} (DIMACS), and {@code c} begins a comment
 * @param base         smallest id in the file: 0 or 1
 * @param sourceLimit  number of admissible sources
 * @param targetLimit  number of admissible targets
 * @param weights      treatment of a third column
 * @param areReal      weights may have a fraction
 */
record LineGrammar(boolean arcPrefix, int base, long sourceLimit, long targetLimit, Weights weights,
                   boolean areReal) {
    /** For readers that need no weights: real numbers of any size, or words, are no mistake then. */
    LineGrammar withoutWeights() {
        return with(Weights.UNUSED);
    }

    /** For readers that take weights as they stand, not ints alone. */
    LineGrammar withExactWeights() {
        return with(areReal ? Weights.REAL : Weights.WHOLE);
    }

    private LineGrammar with(final Weights other) {
        return weights == Weights.REQUIRED ? new LineGrammar(arcPrefix, base, sourceLimit, targetLimit, other, areReal)
            : this;
    }

    /** Meaning of the third column. */
    enum Weights {
        /** There is none; one is an error. */
        NONE,
        /** It is the edge's weight, an int, also as 2.0 or 1e3; anything else is an error. */
        REQUIRED,
        /** It is the edge's weight, a long; anything else is an error. */
        WHOLE,
        /** It is the edge's weight, a double; its absence, NaN and the infinities are errors. */
        REAL,
        /** There is one column, whatever it says, and nobody needs it; its absence is an error. */
        UNUSED,
        /** It and all further columns are skipped. */
        IGNORED
    }
}
