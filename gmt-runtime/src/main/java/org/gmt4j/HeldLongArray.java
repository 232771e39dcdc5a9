package org.gmt4j;

import org.gmt4j.aggregation.wire.CommandType;

/**
 * An array whose updates without a result are held back by each lane, those of own elements included: additions whoever
 * owns the element, or minima and maxima of a node that is alone. A class of its own, so that compilers know at each
 * place of a program that calls these methods what they do, whatever other arrays do.
 */
final class HeldLongArray extends GlobalLongArray {
    private final Combining declared;

    HeldLongArray(final ArrayPart part) {
        super(part);
        declared = part.spec().combining();
    }

    @Override
    public void addNb(final Issuer issuer, final long index, final long delta) {
        if (declared != Combining.ADD) {
            requireOperator(CommandType.ADD);
        }
        addToSum(issuer, index, delta);
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
