package org.gmt4j;

/** Bytes from a peer do not follow the protocol: the peer is broken, foreign, or runs another version. */
public class ProtocolException extends GmtException {
    private static final long serialVersionUID = 1L;

    /** Made by the runtime, with the code and the rest of the message. */
    public ProtocolException(final String code, final String message) {
        super(code, message);
    }

    /** As above, with what has led to it. */
    public ProtocolException(final String code, final String message, final Throwable cause) {
        super(code, message, cause);
    }
}
