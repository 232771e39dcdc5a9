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
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.gmt4j.quasar.check.HeapRead.Place;

/**
 * Variables and operand stack at one instruction, and the effects of the instruction besides its own operands.
 *
 * <p>The analyser keeps one frame for each instruction and merges the states of its predecessors into it. Here the
 * frame is that of the last state of each predecessor, so that early assumptions do not persist. A slot that
 * gets different values gets an identity of its own: the value that the slot had when control last passed here.
 */
final class FlowFrame extends Frame<FlowValue> {
    /** Number of merges after which states are only added, because loops within loops must come to an end. */
    private static final int PATIENCE = 30;

    private final Flow.Calls calls;
    private final Lines lines;
    private final Steps steps;
    /**
     * Denotes the instruction of this frame; a frame that is being executed has that of the one it began as.
     */
    private Object place = new Object();
    /** The instruction that the state of the frame comes from. */
    private Object origin;
    /** The last state of each predecessor; null while there was one only. */
    private Map<Object, FlowValue[]> incoming;
    /** One for each slot; null while there was one predecessor only. */
    private Arrivals[] arrivals;
    private int merges;

    /** The value of a slot when control last passed an instruction. */
    record Passed(Object place, int slot) {
    }

    FlowFrame(final int localCount, final int stackCount, final Flow.Calls calls, final Lines lines,
              final Steps steps) {
        super(localCount, stackCount);
        this.calls = calls;
        this.lines = lines;
        this.steps = steps;
        origin = place;
    }

    FlowFrame(final FlowFrame other) {
        super(other);
        this.calls = other.calls;
        this.lines = other.lines;
        this.steps = other.steps;
        origin = other.place;
    }

    @Override
    public Frame<FlowValue> init(final Frame<? extends FlowValue> frame) {
        super.init(frame);
        place = ((FlowFrame) (Frame<?>) frame).place;
        origin = place;
        return this;
    }

    private FlowValue[] values() {
        final FlowValue[] values = new FlowValue[getLocals() + getStackSize()];
        for (int slot = 0; slot < values.length; slot++) {
            values[slot] = value(slot);
        }
        return values;
    }

    private FlowValue value(final int slot) {
        return slot < getLocals() ? getLocal(slot) : getStack(slot - getLocals());
    }

    @Override
    public boolean merge(final Frame<? extends FlowValue> frame, final Interpreter<FlowValue> interpreter)
        throws AnalyzerException {
        if (frame.getStackSize() != getStackSize()) {
            throw new AnalyzerException(null, "Incompatible stack heights");
        }
        final FlowFrame other = (FlowFrame) (Frame<?>) frame;
        final boolean isKept = ++merges > PATIENCE;
        if (arrivals == null && (isKept || other.origin != origin)) {
            beginJoin();
        }
        final FlowValue[] values = other.values();
        if (arrivals != null) {
            arrive(other.origin, values, isKept);
        }
        boolean isChanged = false;
        for (int slot = 0; slot < values.length; slot++) {
            final FlowValue last = value(slot);
            final FlowValue merged = arrivals == null ? values[slot] : arrivals[slot].result(isKept ? last : null);
            if (!merged.equals(last)) {
                isChanged = true;
                set(slot, merged);
            }
        }
        return isChanged;
    }

    private void set(final int slot, final FlowValue value) {
        if (slot < getLocals()) {
            setLocal(slot, value);
        } else {
            setStack(slot - getLocals(), value);
        }
    }

    private void beginJoin() {
        final FlowValue[] first = values();
        incoming = new HashMap<>();
        incoming.put(origin, first);
        arrivals = new Arrivals[first.length];
        for (int slot = 0; slot < first.length; slot++) {
            arrivals[slot] = new Arrivals(new Passed(place, slot), steps);
            arrivals[slot].add(first[slot]);
        }
    }

    /** Most slots have the value that they had before, since an instruction changes one or two. */
    private void arrive(final Object from, final FlowValue[] values, final boolean isKept) {
        steps.add(values.length);
        final FlowValue[] before = incoming.put(from, values);
        for (int slot = 0; slot < values.length; slot++) {
            if (before == null) {
                arrivals[slot].add(values[slot]);
            } else if (!values[slot].equals(before[slot])) {
                arrivals[slot].replace(before[slot], values[slot], isKept);
            }
        }
    }

    @Override
    public void execute(final AbstractInsnNode instruction, final Interpreter<FlowValue> interpreter)
        throws AnalyzerException {
        countWork();
        // its earlier result differs from the one that it makes now
        forget(identity -> identity == instruction);
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

    /** Returns a call as the program writes it: by its receiver where that has a name, else by its class. */
    private String sourceOf(final MethodInsnNode call) {
        final boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        final String receiver = isStatic ? null : top(Type.getArgumentTypes(call.desc).length).source;
        return (receiver == null ? call.owner.substring(call.owner.lastIndexOf('/') + 1).replace('$', '.') : receiver)
            + "." + call.name + "(...)";
    }

    /**
     * Names a loaded value: two loads of a variable return the same value, even an unknown one, without a store in
     * between.
     */
    private void name(final VarInsnNode load) {
        final FlowValue value = getLocal(load.var);
        final String name = lines.variable(load.var, load);
        final FlowValue known = value.identity != null
            || value == FlowValue.NOTHING && load.getOpcode() == Opcodes.ALOAD && name == null
            ? value : value.withIdentity(load);
        setLocal(load.var, name == null ? known : known.withSource(name));
    }

    private void countWork() {
        int work = 1;
        for (int slot = 0; slot < getLocals() + getStackSize(); slot++) {
            work += 1 + value(slot).reads.size();
        }
        steps.add(work);
    }

    private void forget(final Predicate<Object> isForgotten) {
        replaceAll(value -> value.forget(isForgotten));
    }

    private void replaceAll(final UnaryOperator<FlowValue> change) {
        for (int slot = 0; slot < getLocals() + getStackSize(); slot++) {
            final FlowValue value = value(slot);
            final FlowValue changed = change.apply(value);
            if (changed != value) {
                set(slot, changed);
            }
        }
    }

    /** Returns the value {@code depth} below the top; a long counts as one. */
    FlowValue top(final int depth) {
        return getStack(getStackSize() - 1 - depth);
    }
}
