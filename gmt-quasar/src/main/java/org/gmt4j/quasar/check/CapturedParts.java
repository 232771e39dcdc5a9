package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.FieldNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import java.util.LinkedHashSet;
import java.util.Set;

/** The parts of a captured value, which were copied with it. */
final class CapturedParts {
    private static final int LONGEST_PATH = 160;
    private final ClassNodes classes;

    CapturedParts(final ClassNodes classes) {
        this.classes = classes;
    }

    static Set<String> of(final Set<String> whole, final String part) {
        final Set<String> parts = new LinkedHashSet<>();
        for (final String name : whole) {
            parts.add(name.length() > LONGEST_PATH || name.endsWith(part + " of " + name) ? name
                : part + " of " + name);
        }
        return parts;
    }

    /** Returns whether a field does not travel. */
    boolean isTransient(final String owner, final String name) {
        for (ClassNode node = classes.find(owner); node != null; node = classes.find(node.superName)) {
            for (final FieldNode field : node.fields) {
                if (field.name.equals(name)) {
                    return (field.access & Opcodes.ACC_TRANSIENT) != 0;
                }
            }
        }
        return false;
    }

    /** Returns whether the call returns a part of its receiver: an element of a collection, a component of a record. */
    boolean isPart(final MethodInsnNode call) {
        return KnownCalls.givesPart(call) || isComponent(call);
    }

    private boolean isComponent(final MethodInsnNode call) {
        final ClassNode node = call.desc.startsWith("()") ? classes.find(call.owner) : null;
        return node != null && "java/lang/Record".equals(node.superName)
            && node.fields.stream().anyMatch(f -> f.name.equals(call.name) && call.desc.endsWith(")" + f.desc));
    }
}
