package org.gmt4j.apps.graph.real;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * As much of a class file as the graphs need: its name, the classes in its constant pool, and per method the methods
 * that its code invokes. Owned by one thread.
 *
 * @see "The Java Virtual Machine Specification, Java SE 17, chapters 4 and 6.5"
 */
final class ClassFile {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;

    /**
     * A method and what its code calls; methods are written {@code owner.name(descriptor)}.
     *
     * @param name    the method
     * @param invoked methods named by its invoke instructions, each once, in order of appearance
     */
    record Method(String name, Set<String> invoked) {
    }

    private final ByteBuffer bytes;
    private final int[] offsets;        // of each constant's tag
    private final String name;
    private final int membersOffset;

    private ClassFile(final byte[] content) {
        bytes = ByteBuffer.wrap(content);
        if (content.length < 10 || bytes.getInt(0) != MAGIC) {
            throw new IllegalArgumentException("not a class file");
        }
        offsets = new int[u2(8)];
        int p = 10;
        for (int i = 1; i < offsets.length; i++) {
            offsets[i] = p;
            final int tag = bytes.get(p);
            p += 1 + lengthOf(tag, p);
            i += tag == LONG || tag == DOUBLE ? 1 : 0;      // these take two indices
        }
        name = className(u2(p + 2));
        membersOffset = p + 8 + 2 * u2(p + 6);
    }

    static ClassFile parse(final byte[] content) {
        return new ClassFile(content);
    }

    private int lengthOf(final int tag, final int offset) {
        switch (tag) {
            case UTF8: return 2 + u2(offset + 1);
            case LONG:
            case DOUBLE: return 8;
            case CLASS:
            case 8:         // String
            case 16:        // MethodType
            case 19:        // Module
            case 20: return 2;      // Package
            case 15: return 3;      // MethodHandle
            case 3:         // Integer
            case 4:         // Float
            case 9:         // Fieldref
            case 10:        // Methodref
            case 11:        // InterfaceMethodref
            case 12:        // NameAndType
            case 17:        // Dynamic
            case 18: return 4;      // InvokeDynamic
            default: throw new IllegalArgumentException("constant with tag " + tag);
        }
    }

    String name() {
        return name;
    }

    /** Names of all classes in the constant pool, element classes instead of arrays, without primitive types. */
    Set<String> referencedClasses() {
        final Set<String> classes = new LinkedHashSet<>();
        for (final int offset : offsets) {
            if (offset != 0 && bytes.get(offset) == CLASS) {
                final String element = elementClass(utf8(u2(offset + 1)));
                if (!element.isEmpty()) {
                    classes.add(element);
                }
            }
        }
        return classes;
    }

    private static String elementClass(final String type) {
        if (!type.startsWith("[")) {
            return type;
        }
        final int first = type.lastIndexOf('[') + 1;
        return type.charAt(first) == 'L' ? type.substring(first + 1, type.length() - 1) : "";
    }

    /** The declared methods with what they invoke; dynamic call sites are not followed. */
    List<Method> methods() {
        int p = skipFields(membersOffset);
        final int count = u2(p);
        p += 2;
        final List<Method> methods = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            final Set<String> invoked = new LinkedHashSet<>();
            final String method = name + '.' + utf8(u2(p + 2)) + utf8(u2(p + 4));
            final int attributes = u2(p + 6);
            p += 8;
            for (int a = 0; a < attributes; a++) {
                if (utf8(u2(p)).equals("Code")) {
                    walkCode(p + 14, bytes.getInt(p + 10), invoked);
                }
                p += 6 + bytes.getInt(p + 2);
            }
            methods.add(new Method(method, invoked));
        }
        return methods;
    }

    private int skipFields(final int offset) {
        int p = offset + 2;
        for (int i = u2(offset); i > 0; i--) {
            int attributes = u2(p + 6);
            p += 8;
            for (; attributes > 0; attributes--) {
                p += 6 + bytes.getInt(p + 2);
            }
        }
        return p;
    }

    private void walkCode(final int start, final int length, final Set<String> invoked) {
        for (int p = start; p < start + length; p += Opcodes.length(bytes, p, start)) {
            if (Opcodes.isInvoke(bytes.get(p) & 0xFF)) {
                final int reference = offsets[u2(p + 1)];
                final String owner = className(u2(reference + 1));
                if (!owner.startsWith("[")) {
                    final int nameAndType = offsets[u2(reference + 3)];
                    invoked.add(owner + '.' + utf8(u2(nameAndType + 1)) + utf8(u2(nameAndType + 3)));
                }
            }
        }
    }

    private String className(final int index) {
        return utf8(u2(offsets[index] + 1));
    }

    /** Modified UTF-8 read as UTF-8: they differ only for characters that do not occur in names of classes we know. */
    private String utf8(final int index) {
        final int offset = offsets[index];
        return new String(bytes.array(), offset + 3, u2(offset + 1), StandardCharsets.UTF_8);
    }

    private int u2(final int offset) {
        return bytes.getShort(offset) & 0xFFFF;
    }
}
