package org.gmt4j.graph.real;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Recognises a file by name, length and time of its last change. */
final class Fingerprint {
    private Fingerprint() {
    }

    static String of(final Path file) {
        try {
            return file.toAbsolutePath() + "@" + Files.size(file) + "@" + Files.getLastModifiedTime(file).toMillis();
        } catch (final IOException e) {
            return file.toAbsolutePath() + "@missing";      // reading it will say why
        }
    }
}
