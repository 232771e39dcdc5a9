package org.gmt4j.engine.bootstrap;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret shared by the nodes of a job, known to both sides of a connection and never sent. Immutable. */
public final class JobKey {

    /** Length of a message authentication code. */
    static final int MAC_LENGTH = 32;
    /** Length of a challenge. */
    static final int NONCE_LENGTH = 16;

    private static final String ALGORITHM = "HmacSHA256";
    private static final SecureRandom RANDOM = new SecureRandom();

    /** No key was set: one is created, or the job is refused. */
    static final JobKey NOT_GIVEN = new JobKey("");
    /** Setting for a job without a key. */
    static final String NONE = "none";

    private final String text;

    private JobKey(final String text) {
        this.text = text;
    }

    /** @return the key with this text; the empty key keeps strangers out by accident only */
    public static JobKey of(final String text) {
        return new JobKey(text.strip());
    }

    /** @return the user's setting: a key, no key, or not set */
    static JobKey said(final String text) {
        return text.isBlank() ? NOT_GIVEN : text.strip().equals(NONE) ? new JobKey("") : of(text);
    }

    /** @return whether the user has set a key, or none */
    boolean isGiven() {
        return this != NOT_GIVEN;
    }

    /** @return a new unguessable key */
    public static JobKey random() {
        return new JobKey(HexFormat.of().formatHex(nonce()));
    }

    /** @return the text for a node process */
    public String text() {
        return text;
    }

    /** @return whether there is no secret */
    boolean isEmpty() {
        return text.isEmpty();
    }

    /** @return a short name for a job, not secret */
    static String randomJobId() {
        return HexFormat.of().formatHex(nonce(), 0, 4);
    }

    static byte[] nonce() {
        final byte[] nonce = new byte[NONCE_LENGTH];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    /** Naming the provider avoids loading all others at start. */
    private static Mac mac() throws GeneralSecurityException {
        try {
            return Mac.getInstance(ALGORITHM, "SunJCE");
        } catch (final java.security.NoSuchProviderException e) {
            return Mac.getInstance(ALGORITHM);
        }
    }

    /** @return proof of knowing this key, bound to a role, both challenges and a claim */
    byte[] proof(final String role, final byte[] serverNonce, final byte[] clientNonce, final String claim) {
        try {
            final Mac mac = mac();
            mac.init(new SecretKeySpec(("gmt:" + text).getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update(role.getBytes(StandardCharsets.US_ASCII));
            mac.update((byte) 0);
            mac.update(serverNonce);
            mac.update(clientNonce);
            return mac.doFinal(claim.getBytes(StandardCharsets.UTF_8));
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** @return bytes for one purpose in one job; empty when there is no secret */
    byte[] secret(final String purpose, final String jobId) {
        return isEmpty() ? new byte[0] : proof("secret:" + purpose, new byte[0], new byte[0], jobId);
    }

    static boolean sameProof(final byte[] a, final byte[] b) {
        return MessageDigest.isEqual(a, b);
    }

    /** @return a text without the key */
    @Override
    public String toString() {
        return isEmpty() ? "JobKey[empty]" : "JobKey[***]";
    }
}
