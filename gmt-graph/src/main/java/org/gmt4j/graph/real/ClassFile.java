package org.gmt4j.graph.real;

import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.ClassVisitor;
import co.paralleluniverse.asm.MethodVisitor;
import co.paralleluniverse.asm.Opcodes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * As much of a class file as the graphs need: its name, the classes in its constant pool, and per method the methods
 * that its code invokes. Owned by one thread. Reads files up to the version that the ASM within gmt-quasar knows.
 *
 * @see "The Java Virtual Machine Specification, Java SE 17, chapter 4"
 */
final class ClassFile {
    private static final int MAGIC = 0xCAFEBABE;
    /** Tag of a class in the constant pool. */
    private static final int CLASS = 7;

    /**
     * A method and the calls of its code; methods are written {@code owner.name(descriptor)}.
     *
     * @param name    the method
     * @param invoked methods named by its invoke instructions, each once, in order of appearance
     */
    record Method(String name, Set<String> invoked) {
    }

    private final ClassReader reader;

    private ClassFile(final ClassReader reader) {
        this.reader = reader;
    }

    /** @throws IllegalArgumentException when it is none, or of a later version */
    static ClassFile parse(final byte[] content) {
        if (content.length < Integer.BYTES || ByteBuffer.wrap(content).getInt() != MAGIC) {
            throw new IllegalArgumentException("not a class file");
        }
        try {
            return new ClassFile(new ClassReader(content));
        } catch (final IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("a class file that ends too early", e);
        }
    }

    String name() {
        return reader.getClassName();
    }

    /** Names of all classes in the constant pool, element classes instead of arrays, without primitive types. */
    Set<String> referencedClasses() {
        final Set<String> classes = new LinkedHashSet<>();
        final char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            final int item = reader.getItem(i);         // behind the tag; 0 of the second half of a long or double
            if (item != 0 && reader.readByte(item - 1) == CLASS) {
                final String element = elementClass(reader.readUTF8(item, buffer));
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

    /** The declared methods with their calls; dynamic call sites are not followed. */
    List<Method> methods() {
        final List<Method> methods = new ArrayList<>();
        final String owner = name();
        reader.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(final int access, final String name, final String descriptor,
                                             final String signature, final String[] exceptions) {
                final Method method = new Method(owner + '.' + name + descriptor, new LinkedHashSet<>());
                methods.add(method);
                return new Calls(method.invoked);
            }
        }, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return methods;
    }

    /** Notes the calls of a method's code, but for methods of arrays. */
    private static final class Calls extends MethodVisitor {
        private final Set<String> invoked;

        Calls(final Set<String> invoked) {
            super(Opcodes.ASM9);
            this.invoked = invoked;
        }

        @Override
        public void visitMethodInsn(final int opcode, final String owner, final String name, final String descriptor,
                                    final boolean isInterface) {
            if (!owner.startsWith("[")) {
                invoked.add(owner + '.' + name + descriptor);
            }
        }
    }
}
