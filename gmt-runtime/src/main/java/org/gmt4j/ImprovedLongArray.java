package org.gmt4j;

import org.gmt4j.aggregation.wire.CommandType;

/**
 * An array of a node that is alone whose minima, or maxima, without a result are put aside by each lane where they
 * would change an element. A class of its own, as {@link SummedLongArray}.
 */
final class ImprovedLongArray extends GlobalLongArray {
    private final Combining declared;

    ImprovedLongArray(final ArrayPart part) {
        super(part);
        declared = part.spec().combining();
    }

    @Override
    public void minNb(final Issuer issuer, final long index, final long operand) {
        if (declared != Combining.MIN) {
            requireOperator(CommandType.MIN);
        }
        keepExtreme(issuer, index, operand);
    }

    @Override
    public void maxNb(final Issuer issuer, final long index, final long operand) {
        if (declared != Combining.MAX) {
            requireOperator(CommandType.MAX);
        }
        keepExtreme(issuer, index, operand);
    }
}
