package org.gmt4j.apps.paper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * A piece of a text file, as a task reads it: from its first byte between words, unless it is the first piece, to the
 * first such byte of the next. Such bytes are those of ASCII that are neither letters nor digits. Words are runs of
 * letters and digits in lower case; of those longer than {@link #LONGEST_WORD} characters the beginning counts.
 * Stateless.
 */
final class TextPiece {
    /** Of a key of a container, whatever the characters. */
    static final int LONGEST_WORD = 500;
    private static final int FURTHER = 1 << 12;

    private TextPiece() {
    }

    static void forEachWord(final String file, final long from, final int length, final Consumer<String> body) {
        final String text = read(file, from, length);
        int at = 0;
        while (at < text.length()) {
            final int begin = at;
            while (at < text.length() && Character.isLetterOrDigit(text.codePointAt(at))) {
                at += Character.charCount(text.codePointAt(at));
            }
            if (at > begin) {
                body.accept(key(text.substring(begin, at)));
            } else {
                at++;
            }
        }
    }

    /** What of a word counts; not half of a letter. */
    static String key(final String word) {
        final int length = word.length() <= LONGEST_WORD ? word.length()
            : Character.isHighSurrogate(word.charAt(LONGEST_WORD - 1)) ? LONGEST_WORD - 1 : LONGEST_WORD;
        return word.substring(0, length).toLowerCase(Locale.ROOT);
    }

    private static String read(final String file, final long from, final int length) {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            in.skipNBytes(from);
            final byte[] piece = in.readNBytes(length);
            final int begin = from == 0 ? 0 : between(piece, 0);
            if (begin == piece.length && from > 0) {
                return "";                                      // all of it belongs to the piece before
            }
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream(length + FURTHER);
            bytes.write(piece, begin, piece.length - begin);
            byte[] further = in.readNBytes(FURTHER);
            int end = between(further, 0);
            while (end == further.length && end > 0) {
                bytes.writeBytes(further);
                further = in.readNBytes(FURTHER);
                end = between(further, 0);
            }
            bytes.write(further, 0, end);
            return bytes.toString(StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int between(final byte[] bytes, final int from) {
        int at = from;
        while (at < bytes.length && (bytes[at] < 0 || Character.isLetterOrDigit(bytes[at]))) {
            at++;
        }
        return at;
    }
}
