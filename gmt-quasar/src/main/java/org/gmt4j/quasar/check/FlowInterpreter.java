package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.FieldInsnNode;
import co.paralleluniverse.asm.tree.IntInsnNode;
import co.paralleluniverse.asm.tree.InvokeDynamicInsnNode;
import co.paralleluniverse.asm.tree.LdcInsnNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MultiANewArrayInsnNode;
import co.paralleluniverse.asm.tree.analysis.Interpreter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gmt4j.quasar.check.HeapRead.Place;

/** Computes the result of each instruction from its operands. One method at a time. */
class FlowInterpreter extends Interpreter<FlowValue> {
    /** The API level to which the build raises Quasar's own visitors. */
    static final int API = 9 << 16;

    private final Map<Integer, String> captured;
    private final CapturedParts parts;
    private final Lines lines;

    /** @param captured names of captured values, by the variable that holds each at the start of the method */
    FlowInterpreter(final Map<Integer, String> captured, final CapturedParts parts, final Lines lines) {
        super(API);
        this.captured = captured;
        this.parts = parts;
        this.lines = lines;
    }

    @Override
    public FlowValue newValue(final Type type) {
        return type == null ? FlowValue.NOTHING : type == Type.VOID_TYPE ? null : FlowValue.nothing(type.getSize());
    }

    @Override
    public FlowValue newParameterValue(final boolean isInstanceMethod, final int local, final Type type) {
        final FlowValue value = FlowValue.of(type.getSize(), new Identities.Parameter(local));
        final String name = captured.get(local);
        if (isInstanceMethod && local == 0) {
            return name == null ? value.withSource("this") : value.withSource("this").withCaptured(Set.of(name));
        }
        return name == null ? value : value.withCaptured(Set.of(name));
    }

    @Override
    public FlowValue newOperation(final AbstractInsnNode instruction) {
        final int opcode = instruction.getOpcode();
        switch (opcode) {
            case Opcodes.GETSTATIC:
                return staticField((FieldInsnNode) instruction);
            case Opcodes.NEW:
                return FlowValue.of(1, instruction).fresh(true);
            case Opcodes.BIPUSH:
            case Opcodes.SIPUSH:
                return constant(1, ((IntInsnNode) instruction).operand);
            case Opcodes.LDC:
                final Object value = ((LdcInsnNode) instruction).cst;
                return constant(value instanceof Long || value instanceof Double ? 2 : 1, value);
            case Opcodes.LCONST_0:
            case Opcodes.LCONST_1:
                return constant(2, (long) opcode - Opcodes.LCONST_0);
            case Opcodes.DCONST_0:
            case Opcodes.DCONST_1:
                return constant(2, (double) opcode - Opcodes.DCONST_0);
            default:
                return opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5
                    ? constant(1, opcode - Opcodes.ICONST_0)
                    : FlowValue.of(1, instruction);
        }
    }

    private static FlowValue constant(final int size, final Object value) {
        return FlowValue.of(size, new Identities.Constant(value)).withSource(String.valueOf(value));
    }

    private FlowValue staticField(final FieldInsnNode field) {
        final String source = field.owner.substring(field.owner.lastIndexOf('/') + 1).replace('$', '.')
            + "." + field.name;
        final Place place = new Place(field.owner, field.name, null, source);
        return read(place, Type.getType(field.desc), false, field);
    }

    private FlowValue read(final Place place, final Type type, final boolean isFresh,
                           final AbstractInsnNode instruction) {
        final FlowValue value = FlowValue.of(type.getSize(), Identities.place(place, instruction)).fresh(isFresh);
        if (place == null) {
            return value;
        }
        final FlowValue named = value.withSource(place.source());
        return isFresh ? named : named.withReads(Set.of(new HeapRead(place, false, null, lines.of(instruction))));
    }

    @Override
    public FlowValue copyOperation(final AbstractInsnNode instruction, final FlowValue value) {
        return value;
    }

    @Override
    public FlowValue unaryOperation(final AbstractInsnNode instruction, final FlowValue value) {
        final int opcode = instruction.getOpcode();
        switch (opcode) {
            case Opcodes.CHECKCAST:
                return value;
            case Opcodes.GETFIELD:
                return field((FieldInsnNode) instruction, value);
            case Opcodes.NEWARRAY:
            case Opcodes.ANEWARRAY:
                return FlowValue.of(1, instruction).fresh(true);
            case Opcodes.INEG:
            case Opcodes.LNEG:
            case Opcodes.FNEG:
            case Opcodes.DNEG:
            case Opcodes.IINC:
                return FlowValue.of(value.size, instruction).withReads(value.mapReads(HeapRead::computed).reads);
            default:
                return isConversion(opcode)
                    ? FlowValue.of(sizeOf(opcode), Identities.expression(opcode, instruction, value))
                        .withReads(value.reads).withSource(value.source)
                    : isVoid(opcode) ? null : FlowValue.of(1, instruction);
        }
    }

    private FlowValue field(final FieldInsnNode field, final FlowValue base) {
        final Type type = Type.getType(field.desc);
        final Place place = placeOf(field, base);
        final FlowValue value = read(place, type, base.isFresh, field);
        return base.captured.isEmpty() || type.getSort() < Type.ARRAY || parts.isTransient(field.owner, field.name)
            ? value
            : value.withCaptured(CapturedParts.of(base.captured, "field '" + field.name + "'"));
    }

    static Place placeOf(final FieldInsnNode field, final FlowValue base) {
        return base.identity == null ? null
            : new Place(base.identity, field.name, null,
                (base.source == null ? "(" + field.owner.substring(field.owner.lastIndexOf('/') + 1) + ")"
                : base.source) + "." + field.name);
    }

    static Place placeOf(final FlowValue array, final FlowValue index) {
        return array.identity == null || index.identity == null ? null
            : new Place(array.identity, Place.ELEMENT, index.identity,
            (array.source == null ? "(array)" : array.source) + "[" + (index.source == null ? "..." : index.source)
                + "]");
    }

    private static boolean isConversion(final int opcode) {
        return opcode >= Opcodes.I2L && opcode <= Opcodes.I2S;
    }

    private static int sizeOf(final int conversion) {
        return switch (conversion) {
            case Opcodes.I2L, Opcodes.I2D, Opcodes.L2D, Opcodes.F2L, Opcodes.F2D, Opcodes.D2L -> 2;
            default -> 1;
        };
    }

    private static boolean isVoid(final int opcode) {
        return opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE || opcode == Opcodes.TABLESWITCH
            || opcode == Opcodes.LOOKUPSWITCH
            || opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN || opcode == Opcodes.PUTSTATIC
            || opcode == Opcodes.ATHROW
            || opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT || opcode == Opcodes.IFNULL
            || opcode == Opcodes.IFNONNULL;
    }

    @Override
    public FlowValue binaryOperation(final AbstractInsnNode instruction, final FlowValue first,
                                     final FlowValue second) {
        final int opcode = instruction.getOpcode();
        if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            final Type type = opcode == Opcodes.LALOAD || opcode == Opcodes.DALOAD ? Type.LONG_TYPE : Type.INT_TYPE;
            final FlowValue value = read(placeOf(first, second), type, first.isFresh, instruction);
            return first.captured.isEmpty() || opcode != Opcodes.AALOAD ? value
                : value.withCaptured(CapturedParts.of(first.captured, "element"));
        }
        if (opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR) {
            return FlowValue.of(first.size, Identities.expression(opcode, instruction, first, second))
                .withReads(FlowValue.union(first.mapReads(HeapRead::computed).reads,
                    second.mapReads(HeapRead::computed).reads));
        }
        return opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG ? FlowValue.of(1, instruction) : null;
    }

    @Override
    public FlowValue ternaryOperation(final AbstractInsnNode instruction, final FlowValue first, final FlowValue second,
                                      final FlowValue third) {
        return null;
    }

    @Override
    public FlowValue naryOperation(final AbstractInsnNode instruction, final List<? extends FlowValue> values) {
        if (instruction instanceof MultiANewArrayInsnNode) {
            return FlowValue.of(1, instruction).fresh(true);
        }
        final boolean isDynamic = instruction instanceof InvokeDynamicInsnNode;
        final Type type = Type.getReturnType(isDynamic ? ((InvokeDynamicInsnNode) instruction).desc
            : ((MethodInsnNode) instruction).desc);
        if (type == Type.VOID_TYPE) {
            return null;
        }
        final FlowValue plain = FlowValue.of(type.getSize(), instruction);
        if (isDynamic) {
            final boolean isText = ((InvokeDynamicInsnNode) instruction).bsm.getOwner()
                .equals("java/lang/invoke/StringConcatFactory");
            return isText ? withAll(plain, values, true) : plain;
        }
        return call((MethodInsnNode) instruction, values, plain);
    }

    private FlowValue call(final MethodInsnNode call, final List<? extends FlowValue> values, final FlowValue plain) {
        switch (KnownCalls.flowOf(call)) {
            case SAME:      // boxes and back
                return withAll(plain.withIdentity(Identities.expression(call.name, call, values.get(0))), values, false)
                    .withSource(values.get(0).source);
            case COMPUTED:
                return withAll(plain, values, true);
            case FRESH:
                return plain.fresh(true);
            case PURE:      // the same object at each call
                return plain.withIdentity(Identities.expression(call.name, call, values.get(0)))
                    .withSource(values.get(0).source == null ? null : values.get(0).source + "." + call.name + "()");
            default:
                final int viewed = OwnVerbs.viewedArgument(call);
                if (viewed >= 0) {
                    return plain.withCaptured(values.get(viewed).captured);
                }
                final boolean isPart = call.getOpcode() != Opcodes.INVOKESTATIC && !values.get(0).captured.isEmpty()
                    && Type.getReturnType(call.desc).getSort() >= Type.ARRAY && parts.isPart(call);
                return isPart ? plain.withCaptured(CapturedParts.of(values.get(0).captured, call.name + "()")) : plain;
        }
    }

    private static FlowValue withAll(final FlowValue result, final List<? extends FlowValue> values,
                                     final boolean isComputed) {
        FlowValue all = result;
        for (final FlowValue value : values) {
            all = all.withReads(FlowValue.union(all.reads, isComputed ? value.mapReads(HeapRead::computed).reads
                : value.reads));
        }
        return all;
    }

    @Override
    public void returnOperation(final AbstractInsnNode instruction, final FlowValue value, final FlowValue expected) {
        // a returned value has left the method
    }

    @Override
    public FlowValue merge(final FlowValue first, final FlowValue second) {
        return first.merge(second);
    }
}
