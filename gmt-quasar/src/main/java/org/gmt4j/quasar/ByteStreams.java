package org.gmt4j.quasar;

import java.io.IOException;
import java.io.InputStream;

/** Stands in for Guava's class of the same name. */
public final class ByteStreams {
    private ByteStreams() {
    }

    public static byte[] toByteArray(final InputStream in) throws IOException {
        return in.readAllBytes();
    }
}
