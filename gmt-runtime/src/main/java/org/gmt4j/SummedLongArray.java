package org.gmt4j;

/**
 * An array whose additions without a result are summed by each lane, whoever owns the element. A class of its own, so
 * that compilers know at each place of a program that calls {@link #addNb} what it does, whatever other arrays do.
 */
final class SummedLongArray extends GlobalLongArray {
    SummedLongArray(final ArrayPart part) {
        super(part);
    }

    @Override
    public void addNb(final Issuer issuer, final long index, final long delta) {
        addToSum(issuer, index, delta);
    }
}
