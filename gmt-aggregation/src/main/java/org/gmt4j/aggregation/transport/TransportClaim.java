package org.gmt4j.aggregation.transport;

/**
 * Space for one buffer in the transport's own memory, to be written in place. Owned by the thread of the
 * {@link Transport}; reusable; grade: per buffer.
 *
 * <p>The caller promises to call {@link #commit()} or {@link #abort()} before it claims again, polls, or calls
 * {@link Transport#doWork(long)}. Given that, the memory is valid from {@link Transport#tryClaim} until then, and
 * nobody else reads it before the commit.
 */
public final class TransportClaim {
    private long address;
    private int length;
    private Target target;

    /** Makes a claim that holds nothing yet. */
    public TransportClaim() {
    }

    /** @return where to write, 8-byte aligned, valid until commit or abort */
    public long address() {
        return address;
    }

    /** @return bytes that may, and must, be written */
    public int length() {
        return length;
    }

    /** @return true between a successful {@link Transport#tryClaim} and the commit or abort */
    public boolean isOpen() {
        return target != null;
    }

    /**
     * Hands the buffer to the transport: it will be delivered, whole and in order.
     *
     * @throws IllegalStateException when the claim is not open
     */
    public void commit() {
        release().commitClaim();
    }

    /**
     * Gives the space back: nothing will be delivered.
     *
     * @throws IllegalStateException when the claim is not open
     */
    public void abort() {
        release().abortClaim();
    }

    /** For transports: opens the claim. */
    public void open(final long address, final int length, final Target target) {
        if (this.target != null) {
            throw new IllegalStateException("the claim is still open: commit or abort it before the next tryClaim");
        }
        this.address = address;
        this.length = length;
        this.target = target;
    }

    private Target release() {
        final Target open = target;
        if (open == null) {
            throw new IllegalStateException("the claim is not open: tryClaim must return OK before commit or abort");
        }
        target = null;
        return open;
    }

    /** The actions of a transport on the one claim that it has open. */
    public interface Target {
        /** The bytes are written. */
        void commitClaim();

        /** The bytes are not wanted. */
        void abortClaim();
    }
}
