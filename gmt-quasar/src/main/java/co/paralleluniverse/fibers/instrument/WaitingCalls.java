package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.InvokeDynamicInsnNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.TryCatchBlockNode;
import co.paralleluniverse.fibers.instrument.MethodDatabase.SuspendableType;
import java.util.Set;

/** The calls of a method that may wait, as Quasar's database knows them. Set-up; one thread. */
final class WaitingCalls {
    private static final String SUSPEND_EXECUTION = "org/gmt4j/fibers/SuspendExecution";
    /** Bootstrap methods whose calls run code of the JDK, and methods that cannot declare a wait. */
    private static final Set<String> NEVER_WAITING = Set.of("java/lang/invoke/LambdaMetafactory",
        "java/lang/invoke/StringConcatFactory", "java/lang/runtime/ObjectMethods",
        "java/lang/runtime/SwitchBootstraps");

    private final MethodDatabase database;
    private final String className;
    private final MethodNode method;

    WaitingCalls(final MethodDatabase database, final String className, final MethodNode method) {
        this.database = database;
        this.className = className;
        this.method = method;
    }

    boolean areAny() {
        for (final AbstractInsnNode instruction : method.instructions.toArray()) {
            if (isWaiting(instruction)) {
                return true;
            }
        }
        return false;
    }

    boolean isWaiting(final AbstractInsnNode instruction) {
        if (instruction instanceof MethodInsnNode call) {
            return isWaiting(database, call);
        }
        return instruction instanceof InvokeDynamicInsnNode call && !NEVER_WAITING.contains(call.bsm.getOwner());
    }

    /**
     * Returns whether a call may wait. A method that is not found may, but not one of Java's own: those of VarHandle
     * are called with descriptors that it does not have.
     */
    static boolean isWaiting(final MethodDatabase database, final MethodInsnNode call) {
        if (call.owner.startsWith("[") || call.name.startsWith("<")) {
            return false;
        }
        return MethodDatabase.isSyntheticAccess(call.owner, call.name)
            || MethodDatabase.isReflectInvocation(call.owner, call.name)
            || MethodDatabase.isMethodHandleInvocation(call.owner, call.name)
            || MethodDatabase.isInvocationHandlerInvocation(call.owner, call.name)
            || DefaultArguments.mayWait(database, call)
            || isWaiting(database.isMethodSuspendable(call.owner, call.name, call.desc, call.getOpcode()), call.owner);
    }

    private static boolean isWaiting(final SuspendableType type, final String owner) {
        return type == null ? !owner.startsWith("java/") : type != SuspendableType.NON_SUSPENDABLE;
    }

    /**
     * Checks what a method that waits must not contain.
     *
     * @param isDeclared whether an annotation instead of {@code throws} says that the method waits
     * @throws UnableToInstrumentException with a reason for which {@link ClassStep} knows a remedy
     */
    void refuse(final boolean isDeclared) {
        if (method.name.startsWith("<")) {
            throw refusal("special method");
        }
        for (final AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction.getOpcode() == Opcodes.MONITORENTER && !database.isAllowMonitors()) {
                throw refusal("synchronization");
            }
            if (instruction instanceof MethodInsnNode call && Classes.blockingCallIdx(call) >= 0
                && !Classes.isAllowedToBlock(className, method.name) && !database.isAllowBlocking()) {
                throw refusal("blocking call to " + call.owner + "#" + call.name + call.desc);
            }
        }
        for (final TryCatchBlockNode block : method.tryCatchBlocks) {
            if (SUSPEND_EXECUTION.equals(block.type) && !isDeclared && !method.name.startsWith("lambda$")) {
                throw refusal("catch for SuspendExecution");
            }
        }
    }

    private UnableToInstrumentException refusal(final String reason) {
        return new UnableToInstrumentException(reason, className, method.name, method.desc);
    }
}
