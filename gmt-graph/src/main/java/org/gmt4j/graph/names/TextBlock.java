package org.gmt4j.graph.names;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.memory.TextList;
import org.gmt4j.graph.source.NameNumbers;

/** Texts on their way: length and bytes of each, one behind the other. Owned by one thread. */
public final class TextBlock {
    /** Bytes from which a block is sent: one text more may be in it. */
    public static final int FULL = 1 << 16;
    /** Bytes that an array has at most. */
    private static final long LONGEST_BLOCK = Integer.MAX_VALUE - 8L;

    private byte[] bytes = new byte[1 << 12];
    private int length;
    private int count;

    /** Bytes of a name in UTF-8. */
    public static byte[] bytesOf(final String name) {
        final byte[] text = name.getBytes(StandardCharsets.UTF_8);
        NameNumbers.requireLength(text.length);
        for (int i = 0; i < name.length() && text.length > name.length(); i++) {
            if (Character.isSurrogate(name.charAt(i))) {
                return strictly(name);
            }
        }
        return text.length == name.length() ? sameLength(name, text) : text;
    }

    /** Bytes as many as characters: all ASCII, or half a pair among them, which would become a question mark. */
    private static byte[] sameLength(final String name, final byte[] text) {
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '?' && name.charAt(i) != '?') {
                return strictly(name);
            }
        }
        return text;
    }

    private static byte[] strictly(final String name) {
        try {
            final ByteBuffer text = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
            return Arrays.copyOf(text.array(), text.limit());
        } catch (final CharacterCodingException e) {
            throw new GraphException(GraphException.BAD_NAME, "a name of " + name.length()
                + " characters has half of a surrogate pair: it is no text of Unicode", e);
        }
    }

    /** Adds a text. */
    public void add(final byte[] text) {
        final int at = claim(text.length);
        System.arraycopy(text, 0, bytes, at, text.length);
    }

    /** Adds a text. */
    void add(final byte[] source, final int offset, final int textLength) {
        final int at = claim(textLength);
        System.arraycopy(source, offset, bytes, at, textLength);
    }

    /** Adds a text of a list. */
    public void add(final TextList texts, final int number) {
        final int at = claim(texts.length(number));
        texts.copy(number, bytes, at);
    }

    private void grow(final long needed) {
        if (needed > LONGEST_BLOCK) {
            throw new GraphException(GraphException.BAD_NAME, "some edges have names of " + needed
                + " bytes together: at most " + LONGEST_BLOCK + ". Number such texts, and name vertices by"
                + " the numbers");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(LONGEST_BLOCK, Math.max(needed, 2L * bytes.length)));
    }

    private int claim(final int textLength) {
        if (textLength > bytes.length - length - 4) {
            grow(length + 4L + textLength);
        }
        ByteBuffer.wrap(bytes).putInt(length, textLength);
        final int at = length + 4;
        length = at + textLength;
        count++;
        return at;
    }

    public boolean isFull() {
        return length >= FULL;
    }

    public int count() {
        return count;
    }

    /** Returns the bytes, and begins anew. */
    public byte[] take() {
        final byte[] taken = Arrays.copyOf(bytes, length);
        length = 0;
        count = 0;
        return taken;
    }

    /** Is given texts. */
    @FunctionalInterface
    public interface Sink {
        void accept(int index, byte[] bytes, int offset, int length);
    }

    /** Hands all texts of a block on, and returns how many they are. */
    public static int forEach(final byte[] block, final Sink sink) {
        final ByteBuffer buffer = ByteBuffer.wrap(block);
        int index = 0;
        for (int at = 0; at < block.length; index++) {
            final int textLength = buffer.getInt(at);
            sink.accept(index, block, at + 4, textLength);
            at += 4 + textLength;
        }
        return index;
    }

    /** All texts of a block. */
    public static byte[][] texts(final byte[] block) {
        final byte[][] texts = new byte[forEach(block, (index, bytes, offset, length) -> { })][];
        forEach(block, (index, bytes, offset, length) -> texts[index] = Arrays.copyOfRange(bytes, offset,
            offset + length));
        return texts;
    }
}
