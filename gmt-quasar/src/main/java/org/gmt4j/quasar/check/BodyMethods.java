package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.Handle;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.InvokeDynamicInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the methods of a class that are bodies, because the class or a lambda in it implements a
 * {@link org.gmt4j.quasar.Body marked} interface, with any throws clause of their own.
 */
public final class BodyMethods {
    private static final String SUSPEND_EXECUTION = "org/gmt4j/fibers/SuspendExecution";
    private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";

    private BodyMethods() {
    }

    /**
     * Lets the bodies of a class wait where their interface may, because languages without checked exceptions do not
     * declare it.
     *
     * @return whether the class was changed
     */
    public static boolean letWait(final ClassNodes classes, final ClassNode node) {
        boolean isChanged = false;
        for (final MethodNode method : node.methods) {
            final boolean isLambda = isWaitingLambda(classes, node, method);
            if (!method.exceptions.contains(SUSPEND_EXECUTION) && (method.access & Opcodes.ACC_ABSTRACT) == 0
                && (isLambda || implemented(classes, node, method).map(m -> m.exceptions.contains(SUSPEND_EXECUTION))
                    .orElse(false))) {
                method.exceptions.add(SUSPEND_EXECUTION);
                isChanged = true;
            }
        }
        return isChanged;
    }

    /** Returns whether a class's own method is one that {@link #letWait} lets wait. */
    public static boolean letsWait(final ClassNodes classes, final String owner, final String name,
                                   final String descriptor) {
        final ClassNode node = classes.find(owner);
        return node != null && node.methods.stream().anyMatch(method -> method.name.equals(name)
            && method.desc.equals(descriptor) && (method.access & Opcodes.ACC_ABSTRACT) == 0
            && implemented(classes, node, method).map(m -> m.exceptions.contains(SUSPEND_EXECUTION)).orElse(false));
    }

    private static boolean isWaitingLambda(final ClassNodes classes, final ClassNode node, final MethodNode method) {
        if (method.exceptions.contains(SUSPEND_EXECUTION) || method.name.startsWith("<")) {
            return false;
        }
        for (final InvokeDynamicInsnNode site : sites(node)) {
            final Handle implementation = (Handle) site.bsmArgs[1];
            if (implementation.getOwner().equals(node.name) && implementation.getName().equals(method.name)
                && implementation.getDesc().equals(method.desc) && waits(classes, site)) {
                return true;
            }
        }
        return false;
    }

    private static boolean waits(final ClassNodes classes, final InvokeDynamicInsnNode site) {
        final ClassNode body = classes.bodyInterface(Type.getReturnType(site.desc).getInternalName());
        return body != null && body.methods.stream().anyMatch(m -> m.name.equals(site.name)
            && m.exceptions.contains(SUSPEND_EXECUTION));
    }

    /** Returns the places in the class that make lambdas or take method references. */
    static List<InvokeDynamicInsnNode> sites(final ClassNode node) {
        final List<InvokeDynamicInsnNode> sites = new ArrayList<>();
        for (final MethodNode method : node.methods) {
            for (final AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof InvokeDynamicInsnNode site && makesLambda(site)) {
                    sites.add(site);
                }
            }
        }
        return sites;
    }

    static boolean makesLambda(final InvokeDynamicInsnNode site) {
        return site.bsm.getOwner().equals(FACTORY);
    }

    /** Returns whether the class is a body, or makes lambdas for a marked interface. */
    public static boolean has(final ClassNodes classes, final ClassNode node) {
        return (node.access & Opcodes.ACC_INTERFACE) == 0 && classes.isBody(node.name)
            || sites(node).stream().anyMatch(site -> classes.isBody(Type.getReturnType(site.desc).getInternalName()));
    }

    /** Returns the abstract methods of the marked interface that a class is to implement. */
    static List<MethodNode> methodsToImplement(final ClassNodes classes, final String owner) {
        final ClassNode body = classes.bodyInterface(owner);
        return body == null || body.name.equals(owner) ? List.of()
            : body.methods.stream().filter(m -> (m.access & Opcodes.ACC_ABSTRACT) != 0).toList();
    }

    /** Returns the method that a bridge of the compiler calls, where only its result has another type; or itself. */
    static MethodNode behindBridge(final ClassNode holder, final MethodNode method) {
        return (method.access & Opcodes.ACC_BRIDGE) == 0 ? method
            : holder.methods.stream().filter(m -> (m.access & Opcodes.ACC_BRIDGE) == 0 && m.name.equals(method.name)
            && haveSameArguments(m, method)).findFirst().orElse(method);
    }

    private static boolean haveSameArguments(final MethodNode one, final MethodNode other) {
        return java.util.Arrays.equals(Type.getArgumentTypes(one.desc), Type.getArgumentTypes(other.desc));
    }

    /**
     * Returns the abstract method of a marked interface that a method of a class implements; type parameters may
     * differ.
     */
    private static Optional<MethodNode> implemented(final ClassNodes classes, final ClassNode node,
                                                    final MethodNode method) {
        final ClassNode body = method.name.startsWith("<")
            || (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) != 0 ? null
            : classes.bodyInterface(node.name);
        return body == null || body == node ? Optional.empty()
            : body.methods.stream().filter(m -> (m.access & Opcodes.ACC_ABSTRACT) != 0
            && m.name.equals(method.name) && haveSameArguments(m, method))
            .findFirst();
    }

    /**
     * Returns the bodies of the class that store into captured values or may do so, as
     * {@link org.gmt4j.quasar.CapturesKept#except} lists them.
     */
    public static List<String> storing(final ClassNodes classes, final ClassNode node) {
        final Set<String> storing = new LinkedHashSet<>();
        for (final InvokeDynamicInsnNode site : sites(node)) {
            final Handle implementation = (Handle) site.bsmArgs[1];
            final int captured = Type.getArgumentTypes(site.desc).length;
            // Each with its own search, since a search examines a method once.
            if (captured > 0 && !implementation.getName().equals("<init>")
                && new CapturedStores(classes).inLambda(implementation.getOwner(),
                implementation.getName(), implementation.getDesc(), captured).isPresent()) {
                storing.add(nameOf(implementation.getOwner(), implementation.getName(), implementation.getDesc()));
            }
        }
        if (classes.isBody(node.name) && new CapturedStores(classes).inBodyClass(node.name).isPresent()) {
            storing.add(nameOf(node.name));
        }
        return List.copyOf(storing);
    }

    /** Returns the name of a class in {@link #storing}. */
    public static String nameOf(final String owner) {
        return owner + " itself";
    }

    /** Returns the name of a lambda's or method reference's method in {@link #storing}. */
    public static String nameOf(final String owner, final String method, final String descriptor) {
        return owner + "." + method + " " + descriptor;
    }
}
