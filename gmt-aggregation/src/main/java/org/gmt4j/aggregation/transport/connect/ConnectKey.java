package org.gmt4j.aggregation.transport.connect;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchProviderException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret of a job, as the handshake uses it: HMAC-SHA-256 under a key that is never sent. Immutable; {@link Codec}
 * is owned by one thread. Set-up.
 */
public final class ConnectKey {
    static final int MAC_LENGTH = 32;
    private static final String ALGORITHM = "HmacSHA256";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] secret;

    private ConnectKey(final byte[] secret) {
        this.secret = secret;
    }

    /** A key from bytes that only the nodes of the job know. The empty key keeps strangers out by accident only. */
    public static ConnectKey of(final byte[] secret) {
        final byte[] label = "gmt-connect:".getBytes(StandardCharsets.US_ASCII);
        final byte[] key = java.util.Arrays.copyOf(label, label.length + secret.length);
        System.arraycopy(secret, 0, key, label.length, secret.length);
        return new ConnectKey(key);
    }

    /** A new unguessable key: for nodes of one process. */
    public static ConnectKey random() {
        final byte[] bytes = new byte[MAC_LENGTH];
        RANDOM.nextBytes(bytes);
        return of(bytes);
    }

    /** A number that only holders of the key can tell, for purposes beside the handshake. */
    public int number(final String purpose) {
        final byte[] bytes = purpose.getBytes(StandardCharsets.UTF_8);
        final byte[] digest = new byte[MAC_LENGTH];
        new Codec(this).mac(bytes, bytes.length, new byte[0], digest);
        return (digest[0] & 0xff) << 24 | (digest[1] & 0xff) << 16 | (digest[2] & 0xff) << 8 | digest[3] & 0xff;
    }

    /** Bytes that nobody has drawn before. */
    static byte[] nonce(final int length) {
        final byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    static long nonce() {
        return RANDOM.nextLong();
    }

    @Override
    public String toString() {
        return "ConnectKey[***]";
    }

    /** Computes and compares codes. Owned by one thread. */
    static final class Codec {
        private final Mac mac;
        private final byte[] expected = new byte[MAC_LENGTH];

        Codec(final ConnectKey key) {
            try {
                mac = mac();
                mac.init(new SecretKeySpec(key.secret, ALGORITHM));
            } catch (final GeneralSecurityException e) {
                throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
            }
        }

        /** Asking for the provider by name saves loading all others at start. */
        private static Mac mac() throws GeneralSecurityException {
            try {
                return Mac.getInstance(ALGORITHM, "SunJCE");
            } catch (final NoSuchProviderException e) {
                return Mac.getInstance(ALGORITHM);
            }
        }

        void mac(final byte[] bytes, final int length, final byte[] context, final byte[] target) {
            try {
                mac.update(context);
                mac.update(bytes, 0, length);
                mac.doFinal(target, 0);
            } catch (final ShortBufferException e) {
                throw new IllegalStateException("a code has " + MAC_LENGTH + " bytes", e);
            }
        }

        /** Signs {@code length} bytes behind themselves. */
        void sign(final byte[] frame, final int length, final byte[] context) {
            mac(frame, length, context, expected);
            System.arraycopy(expected, 0, frame, length, MAC_LENGTH);
        }

        /** Whether the code behind {@code length} bytes is right; takes the same time whatever it is. */
        boolean isSigned(final byte[] frame, final int length, final byte[] context) {
            mac(frame, length, context, expected);
            final byte[] found = java.util.Arrays.copyOfRange(frame, length, length + MAC_LENGTH);
            return MessageDigest.isEqual(expected, found);
        }
    }
}
