package org.gmt4j.engine.function;

import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.ClassVisitor;
import co.paralleluniverse.asm.Label;
import co.paralleluniverse.asm.MethodVisitor;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The source of a lambda as far as the class file has it: line, names of the captured variables, and uses of
 * {@code this}. Read only when a message needs it.
 */
final class LambdaSource {
    private final LambdaSite site;
    private final Map<Integer, String> localNames = new HashMap<>();
    private final Set<String> usesOfThis = new LinkedHashSet<>();
    private String file;
    private int line;

    private LambdaSource(final LambdaSite site) {
        this.site = site;
    }

    static LambdaSource of(final LambdaSite site) {
        final LambdaSource source = new LambdaSource(site);
        if (site.isLambda()) {
            final byte[] classFile = ClassFile.bytesOf(site.capturingClass());
            new ClassReader(classFile).accept(source.new ClassScan(), ClassReader.SKIP_FRAMES);
        }
        return source;
    }

    String describe() {
        final LambdaShape shape = site.shape();
        final String className = site.capturingClass().getName();
        if (!site.isLambda()) {
            return "the method reference " + Type.getObjectType(shape.impl().owner()).getClassName() + "::"
                + shape.impl().method().replace("<init>", "new") + " in " + className;
        }
        final String place = file == null ? "" : line == 0 ? "(" + file + ")" : "(" + file + ":" + line + ")";
        return "the lambda at " + className + "." + enclosingMethod() + place;
    }

    /**
     * Java's compilers name a lambda's method {@code lambda$}, the method around it, and something unique; Kotlin's the
     * other way round.
     */
    private String enclosingMethod() {
        final String[] parts = site.shape().impl().method().split("\\$");
        if (!parts[0].equals("lambda")) {
            return parts[0];
        }
        return parts.length < 3 ? site.shape().impl().method() : switch (parts[1]) {
            case "new" -> "<init>";
            case "static" -> "<clinit>";
            default -> parts[1];
        };
    }

    String slotName(final int slot) {
        if (site.isThis(slot)) {
            return "'this'";
        }
        if (!site.isLambda()) {
            return "the receiver";
        }
        final String name = localNames.get(localIndex(slot));
        return name != null ? "captured variable '" + name + "'" : "captured value #" + (slot + 1);
    }

    /**
     * Returns the local variable of the captured value while the lambda's method runs; {@code this} takes the first
     * place.
     */
    private int localIndex(final int slot) {
        final int thisCount = site.isThis(0) ? 1 : 0;
        final Type[] parameters = Type.getArgumentTypes(site.shape().impl().type());
        int index = thisCount;
        for (int parameter = 0; parameter < slot - thisCount; parameter++) {
            index += parameters[parameter].getSize();
        }
        return index;
    }

    /** Returns a text such as {@code field 'edges', method step()}; empty if unknown. */
    String usesOfThis() {
        return String.join(", ", usesOfThis);
    }

    private final class ClassScan extends ClassVisitor {
        ClassScan() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitSource(final String source, final String debug) {
            file = source;
        }

        @Override
        public MethodVisitor visitMethod(final int access, final String name, final String descriptor,
                final String signature, final String[] exceptions) {
            final boolean isBody =
                name.equals(site.shape().impl().method()) && descriptor.equals(site.shape().impl().type());
            return isBody ? new MethodScan() : null;
        }
    }

    private final class MethodScan extends MethodVisitor {
        MethodScan() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitLineNumber(final int number, final Label start) {
            line = line == 0 ? number : line;
        }

        @Override
        public void visitLocalVariable(final String name, final String descriptor, final String signature,
                final Label start, final Label end, final int index) {
            localNames.putIfAbsent(index, name);
        }

        @Override
        public void visitFieldInsn(final int opcode, final String owner, final String name, final String descriptor) {
            if (opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD) {
                addUse(owner, "field '" + name + "'");
            }
        }

        @Override
        public void visitMethodInsn(final int opcode, final String owner, final String name, final String descriptor,
                final boolean isInterface) {
            if (opcode != Opcodes.INVOKESTATIC && !name.equals("<init>")) {
                addUse(owner, "method " + name + "()");
            }
        }

        private void addUse(final String owner, final String use) {
            if (site.isThis(0) && owner.equals(site.shape().capturingClass())) {
                usesOfThis.add(use);
            }
        }
    }
}
