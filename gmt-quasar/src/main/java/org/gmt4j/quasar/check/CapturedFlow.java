package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.analysis.AnalyzerException;
import co.paralleluniverse.asm.tree.analysis.Frame;
import co.paralleluniverse.fibers.instrument.HandlerAnalyzer;
import java.util.List;
import java.util.Map;

/**
 * Follows the captured values passed to a method, and nothing else that {@link Flow} follows: a small fraction of the
 * work, for all methods that receive such values from bodies. Set-up.
 */
final class CapturedFlow extends FlowInterpreter {
    /** Receives each reachable instruction with the state before it. */
    interface Visitor {
        void instruction(AbstractInsnNode instruction, Frame<FlowValue> frame);
    }

    private CapturedFlow(final Map<Integer, String> captured, final CapturedParts parts, final Lines lines) {
        super(captured, parts, lines);
    }

    /** @param captured names of captured values, by the variable that holds each at the start of the method */
    static void follow(final String owner, final MethodNode method, final Map<Integer, String> captured,
                       final CapturedParts parts, final Visitor visitor) {
        final Frame<FlowValue>[] frames;
        try {
            frames = new HandlerAnalyzer<>(new CapturedFlow(captured, parts, new Lines(method))).analyze(owner, method);
        } catch (final AnalyzerException e) {
            throw new IllegalStateException(owner + "." + method.name + " cannot be analysed: " + e.getMessage(), e);
        }
        for (int i = 0; i < frames.length; i++) {
            if (frames[i] != null) {
                visitor.instruction(method.instructions.get(i), frames[i]);
            }
        }
    }

    private static FlowValue rest(final FlowValue value) {
        return value == null ? null : value.onlyCaptured();
    }

    @Override
    public FlowValue newParameterValue(final boolean isInstanceMethod, final int local, final Type type) {
        return rest(super.newParameterValue(isInstanceMethod, local, type));
    }

    @Override
    public FlowValue newOperation(final AbstractInsnNode instruction) {
        return rest(super.newOperation(instruction));
    }

    @Override
    public FlowValue unaryOperation(final AbstractInsnNode instruction, final FlowValue value) {
        return rest(super.unaryOperation(instruction, value));
    }

    @Override
    public FlowValue binaryOperation(final AbstractInsnNode instruction, final FlowValue first,
                                     final FlowValue second) {
        return rest(super.binaryOperation(instruction, first, second));
    }

    @Override
    public FlowValue naryOperation(final AbstractInsnNode instruction, final List<? extends FlowValue> values) {
        return rest(super.naryOperation(instruction, values));
    }
}
