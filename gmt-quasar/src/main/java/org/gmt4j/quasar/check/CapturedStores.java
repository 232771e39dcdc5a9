package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.Handle;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.FieldInsnNode;
import co.paralleluniverse.asm.tree.InvokeDynamicInsnNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.analysis.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds stores into the captured values of a body: {@code sum[0] += 1}, {@code list.add(i)},
 * {@code Arrays.fill(seen, 0)}, {@code a.get(ctx, 0, seen, 0, 9)}. The node that runs the body works on a copy, so such
 * stores are lost.
 *
 * <p>Follows copies of the reference in local variables, fields and elements, lambdas that the body makes, and calls of
 * the program's own methods: those that cannot be overridden, and those of captured objects, by their class where it is
 * known and else by the declared one. Reads are ignored, and so are objects that the body itself has made. Stores that
 * it cannot see (other methods that may be overridden, reflection) are found by {@code gmt.check.captures}.
 */
public final class CapturedStores {
    private static final int MAX_CALLS = 8;
    private static final String API = "org/gmt4j/";
    /** Stores of the runtime's own code are known by the name of the call ({@link OwnVerbs}), or seen by nobody. */
    private static final Set<String> OWN_CODE = Set.of(API + "engine/", API + "armci/", API + "aggregation/",
        API + "ga/Tile", API + "ga/GlobalMatrix", API + "ga/BlockingMatrix");

    private final ClassNodes classes;
    private final List<String> classesOfCaptured;
    private final boolean isBeforeRun;
    private final Map<String, String> classOf = new HashMap<>();
    private final Set<String> known = new HashSet<>();

    /**
     * A store into a captured value.
     *
     * @param captured the captured value, in words
     * @param how      the change, in words
     * @param method   class and method of the store
     * @param file     source file, or null
     * @param line     line, or 0
     */
    public record Finding(String captured, String how, String method, String file, int line) {
    }

    /** Before the program runs: also finds calls of captured objects whose method only their class tells. */
    public CapturedStores(final ClassNodes classes) {
        this.classes = classes;
        this.classesOfCaptured = List.of();
        this.isBeforeRun = true;
    }

    /** @param classesOfCaptured of the captured values in their order, with slashes; an empty text for others */
    public CapturedStores(final ClassNodes classes, final List<String> classesOfCaptured) {
        this.classes = classes;
        this.classesOfCaptured = List.copyOf(classesOfCaptured);
        this.isBeforeRun = false;
    }

    /**
     * Examines the method called by a lambda or method reference.
     *
     * @param capturedCount number of its arguments before the interface's own, including the receiver where it has one
     */
    public Optional<Finding> inLambda(final String owner, final String name, final String descriptor,
                                      final int capturedCount) {
        final MethodNode declared = classes.method(owner, name, descriptor);
        if (declared == null) {
            return Optional.empty();
        }
        final boolean isObjects = (declared.access & Opcodes.ACC_STATIC) == 0 && capturedCount > 0;
        final String from = !isObjects || (declared.access & Opcodes.ACC_PRIVATE) != 0 || classesOfCaptured.isEmpty()
            ? owner : knownClass(classesOfCaptured.get(0), owner, name, descriptor);
        final ClassNode holder = classes.holder(from, name, descriptor);
        final MethodNode method = classes.method(from, name, descriptor);
        final Map<Integer, String> captured = captured(holder, method, capturedCount);
        final Optional<Finding> found = captured.isEmpty() || method.instructions.size() == 0 ? Optional.empty()
            : inMethod(holder.name, method, captured, 0);
        return found.isPresent() || !isBeforeRun || !isObjects || isSettled(from, method) ? found
            : Optional.of(new Finding(captured.get(0), notKnownYet(name), owner.replace('/', '.') + "." + name,
            holder.sourceFile, 0));
    }

    private Map<Integer, String> captured(final ClassNode holder, final MethodNode method, final int capturedCount) {
        final boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        final Map<Integer, String> captured = new HashMap<>();
        final Lines lines = new Lines(method);
        final Type[] types = Type.getArgumentTypes(method.desc);
        int local = 0;
        if (!isStatic && capturedCount > 0) {
            capture(captured, 0, "'this' (" + holder.name.replace('/', '.') + ")", 0);
        }
        local += isStatic ? 0 : 1;
        for (int i = 0; i < capturedCount - (isStatic ? 0 : 1) && i < types.length; i++) {
            if (types[i].getSort() >= Type.ARRAY) {
                final String variable = lines.parameter(local, i);
                capture(captured, local,
                    variable == null ? "captured value #" + (i + 1) + " (" + types[i].getClassName() + ")"
                    : "captured variable '" + variable.replace("$", "") + "' (" + types[i].getClassName() + ")",
                    isStatic ? i : i + 1);
            }
            local += types[i].getSize();
        }
        return captured;
    }

    private static String notKnownYet(final String method) {
        return "its method " + method + "() is not known yet";
    }

    /** Returns the class of a captured object, if it is known and has the method, or else the declared one. */
    private String knownClass(final String known, final String declared, final String name, final String descriptor) {
        return known == null || classes.holder(known, name, descriptor) == null ? declared : known;
    }

    /** Returns whether no class of an object could have another method in the place of this one. */
    private boolean isSettled(final String owner, final MethodNode method) {
        return ((method.access | classes.find(owner).access) & (Opcodes.ACC_FINAL | Opcodes.ACC_PRIVATE)) != 0;
    }

    private void capture(final Map<Integer, String> captured, final int local, final String name, final int position) {
        captured.put(local, name);
        if (position < classesOfCaptured.size()) {
            classOf.put(name, classesOfCaptured.get(position));
        }
    }

    /**
     * Examines the methods by which a class implements a marked interface, its own and those that it inherits from
     * classes and interfaces. The object itself is the one captured.
     */
    public Optional<Finding> inBodyClass(final String owner) {
        for (final MethodNode method : BodyMethods.methodsToImplement(classes, owner)) {
            final ClassNode holder = classes.holder(owner, method.name, method.desc);
            final MethodNode body = BodyMethods.behindBridge(holder, classes.method(owner, method.name, method.desc));
            if (body.instructions.size() > 0) {
                final Map<Integer, String> captured = new HashMap<>();
                capture(captured, 0, "'this' (" + holder.name.replace('/', '.') + ")", 0);
                final Optional<Finding> found = inMethod(holder.name, body, captured, 0);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Finding> inMethod(final String owner, final MethodNode method, final Map<Integer, String> captured,
                                       final int depth) {
        final ClassNode node = classes.find(owner);
        if (!known.add(owner + "." + method.name + method.desc + captured) || node == null
            || Trust.covers(node, method)) {
            return Optional.empty();
        }
        final Search search = new Search(node, method, depth);
        CapturedFlow.follow(owner, method, captured, new CapturedParts(classes), search::look);
        return Optional.ofNullable(search.finding);
    }

    /** The search for the first store in one method. */
    private final class Search {
        private final ClassNode node;
        private final MethodNode method;
        private final int depth;
        private final Lines lines;
        private Finding finding;

        Search(final ClassNode node, final MethodNode method, final int depth) {
            this.node = node;
            this.method = method;
            this.depth = depth;
            this.lines = new Lines(method);
        }

        private void look(final AbstractInsnNode instruction, final Frame<FlowValue> frame) {
            final int opcode = instruction.getOpcode();
            if (finding != null) {
                return;
            }
            if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
                report(top(frame, 2), "an element is stored", instruction);
            } else if (opcode == Opcodes.PUTFIELD) {
                final FieldInsnNode field = (FieldInsnNode) instruction;
                if (!new CapturedParts(classes).isTransient(field.owner, field.name)) {
                    report(top(frame, 1), "field '" + field.name + "' is stored", instruction);
                }
            } else if (instruction instanceof MethodInsnNode call) {
                look(call, top(frame, call.desc, call.getOpcode() != Opcodes.INVOKESTATIC), call);
            } else if (instruction instanceof InvokeDynamicInsnNode site && BodyMethods.makesLambda(site)) {
                look(site, frame);
            }
        }

        /** A lambda in a body that receives captured values is judged as if it were called at once. */
        private void look(final InvokeDynamicInsnNode site, final Frame<FlowValue> frame) {
            final Handle called = (Handle) site.bsmArgs[1];
            final int opcode = switch (called.getTag()) {
                case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
                case Opcodes.H_INVOKESPECIAL -> Opcodes.INVOKESPECIAL;
                case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
                case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
                default -> Opcodes.NOP;      // a constructor
            };
            if (opcode != Opcodes.NOP) {
                look(new MethodInsnNode(opcode, called.getOwner(), called.getName(), called.getDesc(),
                    called.isInterface()), top(frame, site.desc, false), site);
            }
        }

        private void report(final FlowValue target, final String how, final AbstractInsnNode instruction) {
            if (!target.captured.isEmpty()) {
                finding = new Finding(target.captured.iterator().next(), how,
                    node.name.replace('/', '.') + "." + method.name, node.sourceFile, lines.of(instruction));
            }
        }

        /**
         * @param values the arguments with the receiver, or the first ones of them
         * @param place  the instruction that makes the call
         */
        private void look(final MethodInsnNode call, final List<FlowValue> values, final AbstractInsnNode place) {
            final int changed = KnownCalls.changedArgument(call);
            if (changed >= 0 && changed < values.size()) {
                final String owner = call.owner.substring(call.owner.lastIndexOf('/') + 1);
                report(values.get(changed), owner + "." + call.name + "() changes it", place);
            } else if (changed < 0 && depth < MAX_CALLS) {
                follow(call, values, place);
            }
        }

        /** Follows a call that passes a captured value, where the called method is known. */
        private void follow(final MethodInsnNode call, final List<FlowValue> values, final AbstractInsnNode place) {
            final int most = values.stream().mapToInt(value -> value.captured.size()).max().orElse(0);
            if (isOwn(call.owner) || call.name.equals("<init>")) {
                return;
            }
            for (int k = 0; k < most && finding == null; k++) {
                follow(call, values, k, place);
            }
        }

        /** Takes every argument that may be one of several captured values for the one with the given number. */
        private void follow(final MethodInsnNode call, final List<FlowValue> values, final int choice,
                            final AbstractInsnNode place) {
            final boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
            final Map<Integer, String> passed = passed(call, values, isStatic, choice);
            final boolean isDirect = isStatic || call.getOpcode() == Opcodes.INVOKESPECIAL;
            final String from = isDirect ? call.owner : receiverClass(call, passed.get(0));
            final ClassNode holder = classes.holder(from, call.name, call.desc);
            final MethodNode target = classes.method(from, call.name, call.desc);
            final boolean isSettled = isDirect || target != null && isSettled(from, target);
            final boolean isObjects = !isStatic && passed.containsKey(0);
            if (target != null && target.instructions.size() > 0 && (isSettled || isObjects)) {
                finding = inMethod(holder.name, target, passed, depth + 1).orElse(null);
            }
            if (finding == null && isBeforeRun && isObjects && !isSettled && (target != null || isOpen(call))) {
                report(values.get(0), notKnownYet(call.name), place);
            }
        }

        /** Returns whether a class of the program could have the method, though the declared one is not read. */
        private boolean isOpen(final MethodInsnNode call) {
            final ClassNode declared = classes.find(call.owner);
            return declared != null ? (declared.access & Opcodes.ACC_FINAL) == 0
                : call.getOpcode() == Opcodes.INVOKEINTERFACE && !KnownCalls.isCollection(call.owner);
        }

        private static Map<Integer, String> passed(final MethodInsnNode call, final List<FlowValue> values,
                                                   final boolean isStatic, final int choice) {
            final Map<Integer, String> passed = new HashMap<>();
            final Type[] types = Type.getArgumentTypes(call.desc);
            int local = 0;
            for (int i = 0; i < values.size(); i++) {
                final List<String> names = List.copyOf(values.get(i).captured);
                if (!names.isEmpty()) {
                    passed.put(local, names.get(Math.min(choice, names.size() - 1)));
                }
                local += i == 0 && !isStatic ? 1 : types[isStatic ? i : i - 1].getSize();
            }
            return passed;
        }

        /** A private method is its class's own. */
        private String receiverClass(final MethodInsnNode call, final String captured) {
            final MethodNode declared = classes.method(call.owner, call.name, call.desc);
            return captured == null || declared != null && (declared.access & Opcodes.ACC_PRIVATE) != 0 ? call.owner
                : knownClass(classOf.get(captured), call.owner, call.name, call.desc);
        }

        private static boolean isOwn(final String owner) {
            return owner.startsWith(API) && owner.indexOf('/', API.length()) < 0
                || OWN_CODE.stream().anyMatch(owner::startsWith);
        }

        /** Returns the value {@code depth} below the top; a long counts as one. */
        private static FlowValue top(final Frame<FlowValue> frame, final int depth) {
            return frame.getStack(frame.getStackSize() - 1 - depth);
        }

        /** Returns the values on the stack that a call or the making of a lambda takes. */
        private static List<FlowValue> top(final Frame<FlowValue> frame, final String descriptor,
                                           final boolean hasReceiver) {
            final int count = Type.getArgumentTypes(descriptor).length + (hasReceiver ? 1 : 0);
            final List<FlowValue> values = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                values.add(top(frame, count - 1 - i));
            }
            return values;
        }
    }
}
