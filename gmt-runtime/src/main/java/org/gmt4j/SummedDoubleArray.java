package org.gmt4j;

/**
 * An array whose additions without a result are summed by each lane, whoever owns the element. A class of its own, so
 * that compilers know at each place of a program that calls {@link #addNb} what it does, whatever other arrays do.
 */
final class SummedDoubleArray extends GlobalDoubleArray {
    SummedDoubleArray(final ArrayPart part) {
        super(part);
    }

    @Override
    public void addNb(final Issuer issuer, final long index, final double delta) {
        addToSum(issuer, index, Double.doubleToRawLongBits(delta));
    }
}
