package org.gmt4j.engine.function;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The constants of a class file, read in place. Set-up. Entries are numbered from 1, as in the class file.
 *
 * <p>Written by hand because it runs at the start of every node, where loading a general class file reader takes longer
 * than all the reading; and because it accepts class files of later versions.
 *
 * @see "The Java Virtual Machine Specification, 4.4"
 */
final class ConstantPool {
    static final int UTF8 = 1;
    static final int INTEGER = 3;
    static final int LONG = 5;
    static final int DOUBLE = 6;
    static final int CLASS = 7;
    static final int STRING = 8;
    static final int METHOD_HANDLE = 15;
    static final int METHOD_TYPE = 16;
    static final int INVOKE_DYNAMIC = 18;
    static final int MODULE = 19;
    static final int PACKAGE = 20;

    private static final int COUNT_OFFSET = 8;
    /** What a decoder writes for bytes that are not UTF-8. */
    private static final char MALFORMED = '\uFFFD';

    private final ByteBuffer bytes;
    private final int[] offsets;
    private final int end;

    ConstantPool(final byte[] classFile) {
        bytes = ByteBuffer.wrap(classFile);
        offsets = new int[unsignedShort(COUNT_OFFSET)];
        int offset = COUNT_OFFSET + 2;
        for (int entry = 1; entry < offsets.length; entry++) {
            offsets[entry] = offset;
            final int tag = tag(entry);
            offset += 1 + lengthOf(tag, offset + 1);
            entry += tag == LONG || tag == DOUBLE ? 1 : 0;
        }
        end = offset;
    }

    private int lengthOf(final int tag, final int offset) {
        return switch (tag) {
            case UTF8 -> 2 + unsignedShort(offset);
            case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> 2;
            case METHOD_HANDLE -> 3;
            case LONG, DOUBLE -> 8;
            default -> 4;
        };
    }

    /** Returns the highest number plus one. */
    int size() {
        return offsets.length;
    }

    /** Returns the offset in the class file behind the constants. */
    int end() {
        return end;
    }

    /** Returns the tag of an entry; 0 for the unused number after a long or double. */
    int tag(final int entry) {
        return offsets[entry] == 0 ? 0 : bytes.get(offsets[entry]);
    }

    /** Returns the entry's first number of 16 bits, often that of another entry. */
    int first(final int entry) {
        return unsignedShort(offsets[entry] + 1);
    }

    /** Returns the entry's second number of 16 bits. */
    int second(final int entry) {
        return unsignedShort(offsets[entry] + 3);
    }

    /** Returns the names of the pool's classes that are nested in a class, as the language writes them. */
    List<String> nestedClasses() {
        final List<String> names = new ArrayList<>();
        for (int entry = 1; entry < offsets.length; entry++) {
            if (tag(entry) == CLASS) {
                final String name = firstText(entry);
                if (name.lastIndexOf('$') > 0) {
                    names.add(name.replace('/', '.'));
                }
            }
        }
        return List.copyOf(names);
    }

    int handleKind(final int handle) {
        return bytes.get(offsets[handle] + 1);
    }

    /** Returns the number of the field or method of a method handle. */
    int handleTarget(final int handle) {
        return unsignedShort(offsets[handle] + 2);
    }

    int integer(final int entry) {
        return bytes.getInt(offsets[entry] + 1);
    }

    /** Returns the text at an entry's first number: the name of a class, the descriptor of a method type. */
    String firstText(final int entry) {
        return text(first(entry));
    }

    String text(final int entry) {
        final int offset = offsets[entry] + 1;
        final int length = unsignedShort(offset);
        // a young JVM decodes UTF-8 many times faster than the form of class files, which differs in rare characters
        final String text = new String(bytes.array(), offset + 2, length, StandardCharsets.UTF_8);
        return text.indexOf(MALFORMED) < 0 ? text : decoded(offset, length);
    }

    private String decoded(final int offset, final int length) {
        try {
            return new DataInputStream(new ByteArrayInputStream(bytes.array(), offset, 2 + length)).readUTF();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int unsignedShort(final int offset) {
        return Short.toUnsignedInt(bytes.getShort(offset));
    }

    int length(final int offset) {
        return bytes.getInt(offset);
    }
}
