package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.tree.InsnList;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.TryCatchBlockNode;
import co.paralleluniverse.asm.tree.analysis.Analyzer;
import co.paralleluniverse.asm.tree.analysis.Interpreter;
import co.paralleluniverse.asm.tree.analysis.Value;

/**
 * ASM's analysis, in which handlers of exceptions get what instructions leave, and nothing else. ASM's own also gives
 * them, at labels and lines within a try, what it has held last, of any other place of the method: variables that are
 * read in the handler then have no type. Set-up; one thread.
 *
 * @param <V> what is known of a value
 */
public class HandlerAnalyzer<V extends Value> extends Analyzer<V> {
    private InsnList instructions;

    public HandlerAnalyzer(final Interpreter<V> interpreter) {
        super(interpreter);
    }

    @Override
    protected void init(final String owner, final MethodNode method) {
        instructions = method.instructions;
    }

    @Override
    protected boolean newControlFlowExceptionEdge(final int instruction, final TryCatchBlockNode block) {
        return instructions.get(instruction).getOpcode() >= 0;
    }
}
