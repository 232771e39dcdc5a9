package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.analysis.AnalyzerException;
import co.paralleluniverse.asm.tree.analysis.BasicValue;
import co.paralleluniverse.asm.tree.analysis.Frame;

/**
 * Quasar's analysis of the types of a frame, with arrays of all kinds. Set-up; one thread.
 *
 * <p>Along a way on which a variable is null its type is that of null, and so is the type of an element that is read
 * there: Quasar's own analysis fails where it comes along that way first. A variable that is one array or another, or
 * an array or another object, has the type that they share: Quasar's forgets such a variable, which then is not saved.
 */
final class FrameTypes extends HandlerAnalyzer<BasicValue> {
    /** ASM's type of null. */
    private static final String TYPE_OF_NULL = "null";
    private static final String OBJECT = "Ljava/lang/Object;";

    FrameTypes(final MethodDatabase database) {
        super(new Types(database));
    }

    @Override
    protected Frame<BasicValue> newFrame(final int locals, final int stack) {
        return typed(new TypeAnalyzer.TypeFrame(locals, stack));
    }

    @Override
    protected Frame<BasicValue> newFrame(final Frame<? extends BasicValue> frame) {
        return typed(new TypeAnalyzer.TypeFrame(frame));
    }

    /** Quasar's class has no parameter of its type, but holds nothing else. */
    @SuppressWarnings("unchecked")
    private static Frame<BasicValue> typed(final Frame<?> frame) {
        return (Frame<BasicValue>) frame;
    }

    private static final class Types extends TypeInterpreter {
        Types(final MethodDatabase database) {
            super(database);
        }

        @Override
        public BasicValue binaryOperation(final AbstractInsnNode instruction, final BasicValue first,
                                          final BasicValue second) throws AnalyzerException {
            return instruction.getOpcode() == Opcodes.AALOAD && isNull(first) ? first
                : super.binaryOperation(instruction, first, second);
        }

        private static boolean isNull(final BasicValue value) {
            return value.isReference() && TYPE_OF_NULL.equals(value.getType().getInternalName());
        }

        @Override
        public BasicValue merge(final BasicValue first, final BasicValue second) {
            final boolean isOfArrays = first.isReference() && second.isReference() && !isNull(first) && !isNull(second)
                && (isArray(first.getType()) || isArray(second.getType()));
            return !isOfArrays || first.equals(second) ? super.merge(first, second)
                : new BasicValue(common(first.getType(), second.getType()));
        }

        private static boolean isArray(final Type type) {
            return type.getSort() == Type.ARRAY;
        }

        /** The type of what is the one array or the other, or an array or another object. */
        private Type common(final Type first, final Type second) {
            final int dimensions = Math.min(dimensions(first), dimensions(second));
            final Type one = element(first, dimensions);
            final Type other = element(second, dimensions);
            if (one.getSort() == Type.OBJECT && other.getSort() == Type.OBJECT) {
                final Type element = super.merge(new BasicValue(one), new BasicValue(other)).getType();
                return Type.getType("[".repeat(dimensions) + element.getDescriptor());
            }
            final boolean hasNumbers = one.getSort() < Type.ARRAY || other.getSort() < Type.ARRAY;
            return Type.getType("[".repeat(hasNumbers ? dimensions - 1 : dimensions) + OBJECT);
        }

        private static int dimensions(final Type type) {
            return isArray(type) ? type.getDimensions() : 0;
        }

        /** The type of elements, so many dimensions within. */
        private static Type element(final Type type, final int dimensions) {
            return Type.getType(type.getDescriptor().substring(dimensions));
        }
    }
}
