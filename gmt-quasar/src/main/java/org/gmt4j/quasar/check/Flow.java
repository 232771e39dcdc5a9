package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.analysis.AnalyzerException;
import co.paralleluniverse.asm.tree.analysis.Frame;
import co.paralleluniverse.fibers.instrument.HandlerAnalyzer;
import java.util.Map;

/** Follows the values of one method through its variables, its operand stack and all paths of its code. Set-up. */
final class Flow {
    /** Decides which calls may wait. */
    interface Calls {
        boolean mayWait(MethodInsnNode call);
    }

    /** Receives each reachable instruction with the state before it. */
    interface Visitor {
        void instruction(AbstractInsnNode instruction, FlowFrame frame);
    }

    private Flow() {
    }

    /**
     * @param captured names of captured values, by the variable that holds each at the start of the method
     * @throws Steps.TooManyException before the visitor has seen anything
     */
    static void follow(final String owner, final MethodNode method, final Map<Integer, String> captured,
                       final CapturedParts parts, final Calls calls, final Steps steps, final Visitor visitor) {
        final Lines lines = new Lines(method);
        final HandlerAnalyzer<FlowValue> analyzer = new HandlerAnalyzer<>(new FlowInterpreter(captured, parts, lines)) {
            @Override
            protected Frame<FlowValue> newFrame(final int localCount, final int stackCount) {
                return new FlowFrame(localCount, stackCount, calls, lines, steps);
            }

            @Override
            protected Frame<FlowValue> newFrame(final Frame<? extends FlowValue> frame) {
                return new FlowFrame((FlowFrame) (Frame<?>) frame);
            }
        };
        final Frame<FlowValue>[] frames;
        try {
            frames = analyzer.analyze(owner, method);
        } catch (final AnalyzerException e) {
            if (e.getCause() instanceof Steps.TooManyException tooMany) {
                throw tooMany;
            }
            throw new IllegalStateException(owner + "." + method.name + " cannot be analysed: " + e.getMessage(), e);
        }
        for (int i = 0; i < frames.length; i++) {
            if (frames[i] != null) {
                visitor.instruction(method.instructions.get(i), (FlowFrame) frames[i]);
            }
        }
    }
}
