package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.Handle;
import co.paralleluniverse.asm.Label;
import co.paralleluniverse.asm.MethodVisitor;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.MethodNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Lets a suspended coroutine leave its frames by returning instead of by an exception. Set-up; one thread.
 *
 * <p>Quasar saves the state of a method before each call that may suspend, so when that call suspends the method only
 * has to be left. An exception does this in some 100 ns a frame (the JVM looks up a handler in each); a return costs a
 * nanosecond. Behind each such call in an instrumented method comes
 *
 * <pre>if (stack != null &amp;&amp; stack.isSuspending) return 0;</pre>
 *
 * <p>where the returned value is never used: each caller makes the same test first. Callers between two instrumented
 * methods that merely forward (lambdas, bridges) may unbox it; boxes are therefore zero and not null. Quasar's own
 * fibers continue to throw.
 *
 * <p>Quasar's handlers also jump and fall through to each other. The first compiler of newer JVMs (seen with 25)
 * compiles no method with a handler that is reached in that way too. So where one goes on to the handler of exceptions
 * that suspend, which throws them, it throws by itself, and a jump to the handler of all others goes behind its begin.
 */
final class SuspendByReturn extends MethodVisitor {
    /** The API level to which the build raises Quasar's own visitors. */
    private static final int API = 9 << 16;
    private static final Set<String> SUSPENDING = Set.of("org/gmt4j/fibers/SuspendExecution",
        "co/paralleluniverse/fibers/RuntimeSuspendExecution");
    private static final String STACK = "co/paralleluniverse/fibers/Stack";

    private final Type result;
    private int loaded;                                    // the variable loaded last
    private int tested;                                    // the variable that the last test for null was for
    private Label target;                                  // target of the jump of that test
    private Label call;                                    // place of the call whose state was saved
    private int stack;                                     // the variable with the stack
    private boolean isAtCall;
    private final Set<Label> suspended = new HashSet<>();  // handlers of exceptions that suspend
    private final Set<Label> handlers = new HashSet<>();   // of all other exceptions
    private final Map<Label, Label> begins = new HashMap<>(); // of those that are jumped to: where to go on

    private SuspendByReturn(final MethodVisitor out, final Type result) {
        super(API, out);
        this.result = result;
    }

    /** Called by the patched {@code InstrumentClass}: code written to the result is passed on to {@code out}. */
    static MethodVisitor of(final MethodVisitor out, final MethodNode method) {
        return new SuspendByReturn(out, Type.getReturnType(method.desc));
    }

    @Override
    public void visitVarInsn(final int opcode, final int variable) {
        if (opcode == Opcodes.ALOAD) {
            loaded = variable;
        }
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitJumpInsn(final int opcode, final Label label) {
        if (opcode == Opcodes.IFNULL) {
            target = label;
            tested = loaded;
        }
        if (opcode == Opcodes.GOTO && suspended.contains(label)) {
            super.visitInsn(Opcodes.ATHROW);
        } else if (handlers.contains(label)) {
            super.visitJumpInsn(opcode, begins.computeIfAbsent(label, handler -> new Label()));
        } else {
            super.visitJumpInsn(opcode, label);
        }
    }

    @Override
    public void visitTryCatchBlock(final Label start, final Label end, final Label handler, final String type) {
        super.visitTryCatchBlock(start, end, handler, type);
        if (type != null && SUSPENDING.contains(type)) {
            suspended.add(handler);
        } else {
            handlers.add(handler);
        }
    }

    @Override
    public void visitLabel(final Label label) {
        if (suspended.contains(label)) {
            super.visitInsn(Opcodes.ATHROW);
        }
        super.visitLabel(label);
        if (begins.containsKey(label)) {
            super.visitJumpInsn(Opcodes.GOTO, begins.get(label));
            super.visitLabel(begins.get(label));
        }
        if (label == call) {
            isAtCall = true;
            call = null;
        }
    }

    @Override
    public void visitMethodInsn(final int opcode, final String owner, final String name, final String descriptor,
                                final boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        if (owner.equals(STACK) && name.equals("pushMethod")) {
            call = target;
            stack = tested;
        } else if (isAtCall) {
            leaveIfSuspending();
        }
    }

    @Override
    public void visitInvokeDynamicInsn(final String name, final String descriptor, final Handle handle,
                                       final Object... arguments) {
        super.visitInvokeDynamicInsn(name, descriptor, handle, arguments);
        if (isAtCall) {
            leaveIfSuspending();
        }
    }

    private void leaveIfSuspending() {
        isAtCall = false;
        final Label goOn = new Label();
        super.visitVarInsn(Opcodes.ALOAD, stack);
        super.visitJumpInsn(Opcodes.IFNULL, goOn);
        super.visitVarInsn(Opcodes.ALOAD, stack);
        super.visitFieldInsn(Opcodes.GETFIELD, STACK, "isSuspending", "Z");
        super.visitJumpInsn(Opcodes.IFEQ, goOn);
        pushNothing();
        super.visitInsn(result.getOpcode(Opcodes.IRETURN));
        super.visitLabel(goOn);
    }

    private void pushNothing() {
        switch (result.getSort()) {
            case Type.VOID:
                break;
            case Type.LONG:
                super.visitInsn(Opcodes.LCONST_0);
                break;
            case Type.FLOAT:
                super.visitInsn(Opcodes.FCONST_0);
                break;
            case Type.DOUBLE:
                super.visitInsn(Opcodes.DCONST_0);
                break;
            case Type.OBJECT:
            case Type.ARRAY:
                pushNothing(result.getInternalName());
                break;
            default:
                super.visitInsn(Opcodes.ICONST_0);
                break;
        }
    }

    private void pushNothing(final String type) {
        final String primitive = switch (type) {
            case "java/lang/Boolean" -> "Z";
            case "java/lang/Byte" -> "B";
            case "java/lang/Short" -> "S";
            case "java/lang/Character" -> "C";
            case "java/lang/Integer" -> "I";
            case "java/lang/Long" -> "J";
            case "java/lang/Float" -> "F";
            case "java/lang/Double" -> "D";
            default -> null;
        };
        if (primitive == null) {
            super.visitInsn(Opcodes.ACONST_NULL);
            return;
        }
        super.visitInsn(switch (primitive) {
            case "J" -> Opcodes.LCONST_0;
            case "F" -> Opcodes.FCONST_0;
            case "D" -> Opcodes.DCONST_0;
            default -> Opcodes.ICONST_0;
        });
        super.visitMethodInsn(Opcodes.INVOKESTATIC, type, "valueOf", "(" + primitive + ")L" + type + ";", false);
    }
}
