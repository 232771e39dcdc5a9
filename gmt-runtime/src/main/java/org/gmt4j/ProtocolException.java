package org.gmt4j;

/** Bytes from a peer violate the protocol: the peer is broken, foreign, or of another version. */
public class ProtocolException extends GmtException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. For use by the runtime; the message is given without the code. */
    public ProtocolException(final String code, final String message) {
        super(code, message);
    }

    /** Creates an exception with a cause. For use by the runtime; the message is given without the code. */
    public ProtocolException(final String code, final String message, final Throwable cause) {
        super(code, message, cause);
    }
}
