package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.FieldInsnNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.VarInsnNode;
import co.paralleluniverse.asm.tree.analysis.AnalyzerException;
import co.paralleluniverse.asm.tree.analysis.Frame;
import co.paralleluniverse.asm.tree.analysis.Interpreter;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.gmt4j.quasar.check.HeapRead.Place;

/** Variables and operand stack at one instruction, and what the instruction changes besides its own operands. */
final class FlowFrame extends Frame<FlowValue> {
    private final Flow.Calls calls;
    private final Lines lines;

    FlowFrame(final int localCount, final int stackCount, final Flow.Calls calls, final Lines lines) {
        super(localCount, stackCount);
        this.calls = calls;
        this.lines = lines;
    }

    FlowFrame(final FlowFrame other) {
        super(other);
        this.calls = other.calls;
        this.lines = other.lines;
    }

    @Override
    public void execute(final AbstractInsnNode instruction, final Interpreter<FlowValue> interpreter) throws AnalyzerException {
        forget(identity -> identity == instruction);        // what it made when it ran before is something else than what it makes now
        final int opcode = instruction.getOpcode();
        if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
            name((VarInsnNode) instruction);
        }
        final String wait = instruction instanceof MethodInsnNode call && calls.mayWait(call) ? sourceOf(call) : null;
        super.execute(instruction, interpreter);
        if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) {
            final FieldInsnNode field = (FieldInsnNode) instruction;
            forget(identity -> identity instanceof Place place && place.member().equals(field.name));
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            forget(identity -> identity instanceof Place place && place.member().equals(Place.ELEMENT));
        } else if (wait != null) {
            replaceAll(value -> value.mapReads(read -> read.waited(wait)));
        }
    }

    /** A call as the program writes it: by its receiver where that has a name, else by its class. */
    private String sourceOf(final MethodInsnNode call) {
        final boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        final String receiver = isStatic ? null : top(Type.getArgumentTypes(call.desc).length).source;
        return (receiver == null ? call.owner.substring(call.owner.lastIndexOf('/') + 1).replace('$', '.') : receiver) + "." + call.name + "(...)";
    }

    /** Two loads of a variable give the same value, even where nobody knows which, unless it was stored to in between. */
    private void name(final VarInsnNode load) {
        final FlowValue value = getLocal(load.var);
        final String name = lines.variable(load.var, load);
        final FlowValue known = value.identity != null || value == FlowValue.NOTHING && load.getOpcode() == Opcodes.ALOAD && name == null
            ? value : value.withIdentity(load);
        setLocal(load.var, name == null ? known : known.withSource(name));
    }

    private void forget(final Predicate<Object> isForgotten) {
        replaceAll(value -> value.forget(isForgotten));
    }

    private void replaceAll(final UnaryOperator<FlowValue> change) {
        for (int local = 0; local < getLocals(); local++) {
            final FlowValue value = getLocal(local);
            final FlowValue changed = change.apply(value);
            if (changed != value) {
                setLocal(local, changed);
            }
        }
        for (int slot = 0; slot < getStackSize(); slot++) {
            final FlowValue value = getStack(slot);
            final FlowValue changed = change.apply(value);
            if (changed != value) {
                setStack(slot, changed);
            }
        }
    }

    /** The value that lies {@code depth} below the top; a long counts as one. */
    FlowValue top(final int depth) {
        return getStack(getStackSize() - 1 - depth);
    }
}
