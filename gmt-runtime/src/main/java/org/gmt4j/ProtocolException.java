package org.gmt4j;

/** Bytes from a peer do not follow the protocol: the peer is broken, foreign, or runs another version. */
public class ProtocolException extends GmtException {
    private static final long serialVersionUID = 1L;

    public ProtocolException(final String code, final String message) {
        super(code, message);
    }

    public ProtocolException(final String code, final String message, final Throwable cause) {
        super(code, message, cause);
    }
}
