package org.gmt4j.engine.function;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.gmt4j.GmtException;

/** The bytes of a class as found by its loader, and their fingerprint. Set-up. */
final class ClassFile {
    private ClassFile() {
    }

    static byte[] bytesOf(final Class<?> type) {
        final String resource = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream in = stream(type, resource)) {
            if (in == null) {
                throw new GmtException("GMT-222", "the class file of " + type.getName() + " cannot be found as a"
                    + " resource of its class loader. Only classes that are loaded from class files can be"
                    + " registered.");
            }
            return in.readAllBytes();
        } catch (final IOException e) {
            throw new GmtException("GMT-222", "the class file of " + type.getName() + " cannot be read: " + e, e);
        }
    }

    private static InputStream stream(final Class<?> type, final String resource) throws IOException {
        final InputStream in = ClassPathJars.open(type, resource.substring(1));
        return in == null ? type.getResourceAsStream(resource) : in;
    }

    /**
     * Returns the fingerprint of name and class file; for a JDK class of the name only, because nodes may run different
     * JDKs.
     */
    static long fingerprint(final Class<?> type, final byte[] bytes) {
        final byte[] name = type.getName().getBytes(StandardCharsets.UTF_8);
        return fingerprint(name) * 31 + (type.getClassLoader() == null ? 0 : fingerprint(bytes));
    }

    /**
     * Returns two checksums of 32 bits. They distinguish builds, which needs no cryptography. Unlike a cryptographic
     * digest they are fast in a JVM that has compiled nothing yet.
     */
    static long fingerprint(final byte[] bytes) {
        return checksum(new CRC32(), bytes) << Integer.SIZE | checksum(new CRC32C(), bytes);
    }

    private static long checksum(final Checksum checksum, final byte[] bytes) {
        checksum.update(bytes, 0, bytes.length);
        return checksum.getValue();
    }
}
