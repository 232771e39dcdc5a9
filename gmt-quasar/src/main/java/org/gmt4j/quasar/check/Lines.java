package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.LineNumberNode;
import co.paralleluniverse.asm.tree.LocalVariableNode;
import co.paralleluniverse.asm.tree.MethodNode;

/** The compiler's debug information: lines and names of variables, as far as it exists. */
public final class Lines {
    private final MethodNode method;

    public Lines(final MethodNode method) {
        this.method = method;
    }

    /** Returns the line of an instruction, or 0. */
    public int of(final AbstractInsnNode instruction) {
        for (AbstractInsnNode node = instruction; node != null; node = node.getPrevious()) {
            if (node instanceof LineNumberNode line) {
                return line.line;
            }
        }
        return first();
    }

    /** Returns the first line of the method, or 0. */
    public int first() {
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof LineNumberNode line) {
                return line.line;
            }
        }
        return 0;
    }

    /** Returns the name of a variable at an instruction, or null. */
    String variable(final int local, final AbstractInsnNode instruction) {
        if (method.localVariables == null) {
            return null;
        }
        final int at = method.instructions.indexOf(instruction);
        for (final LocalVariableNode variable : method.localVariables) {
            if (variable.index == local && method.instructions.indexOf(variable.start) <= at + 1
                && at < method.instructions.indexOf(variable.end)) {
                return variable.name;
            }
        }
        return null;
    }

    /** Returns the name of a parameter by its variable, or null; from either table that a compiler may write. */
    String parameter(final int local, final int position) {
        if (method.localVariables != null) {
            for (final LocalVariableNode variable : method.localVariables) {
                if (variable.index == local) {
                    return variable.name;
                }
            }
        }
        return method.parameters != null && position >= 0
            && position < method.parameters.size() ? method.parameters.get(position).name : null;
    }
}
