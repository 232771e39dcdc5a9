package org.gmt4j.ga;

import org.gmt4j.GmtException;

/** A request to a matrix that is refused before anything has moved. Names the matrix and the place. */
public class MatrixException extends GmtException {
    /** A shape, a distribution or a name that no matrix can have. */
    static final String BAD_SHAPE = "GMT-380";
    /** A place outside of the matrix. */
    static final String OUTSIDE = "GMT-381";
    /** A local side of another type, too short, or with a leading dimension shorter than its rows. */
    static final String BAD_TILE = "GMT-382";
    /** The matrix has been destroyed. */
    static final String DESTROYED = "GMT-383";
    /** A node has too little memory. */
    static final String NO_MEMORY = "GMT-384";
    /** Matrices that do not fit each other. */
    static final String DIFFERENT = "GMT-385";
    /** An operation that elements of this type do not have. */
    static final String NOT_DEFINED = "GMT-386";
    /** A matrix without a solution: singular. */
    static final String SINGULAR = "GMT-387";
    private static final long serialVersionUID = 1L;

    MatrixException(final String code, final String message) {
        super(code, message);
    }

    MatrixException(final String code, final String message, final Throwable cause) {
        super(code, message, cause);
    }

    /** Returns the same refusal, with more words at its end: of who asks more is known than of what is refused. */
    MatrixException with(final String more) {
        return new MatrixException(code(), getMessage().substring(code().length() + 1) + more);
    }
}
