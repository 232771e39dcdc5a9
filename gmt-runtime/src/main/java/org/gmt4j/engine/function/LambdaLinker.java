package org.gmt4j.engine.function;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.GmtException;

/**
 * Creates the factory for the lambdas of one place, from captured values to lambda. Set-up, once per place and node.
 *
 * <p>Links the place as the JVM linked it at the sender. Where the class lies in another module or class loader than
 * this one, only the class itself may do that, so its own {@code $deserializeLambda$} is called instead.
 */
final class LambdaLinker {
    private static final MethodType SPREAD = MethodType.methodType(Object.class, Object[].class);

    private final Class<?> capturingClass;
    private final LambdaShape shape;
    private final ClassLoader loader;
    private final MethodType factoryType;

    LambdaLinker(final Class<?> capturingClass, final LambdaShape shape) {
        this.capturingClass = capturingClass;
        this.shape = shape;
        this.loader = capturingClass.getClassLoader();
        this.factoryType = type(shape.factoryType());
    }

    MethodType factoryType() {
        return factoryType;
    }

    /** Returns a handle of type (Object[])Object. */
    MethodHandle link() {
        try {
            final Lookup lookup = MethodHandles.privateLookupIn(capturingClass, MethodHandles.lookup());
            return lookup.hasFullPrivilegeAccess() ? linkAgain(lookup) : linkByDeserialization(lookup);
        } catch (final Error e) {
            throw e;
        } catch (final Throwable e) {
            throw new GmtException("GMT-223", "cannot link the lambda " + shape.impl().method() + " of "
                + capturingClass.getName() + ": " + e
                + ". If the class lives in a module, open its package to the runtime.", e);
        }
    }

    private MethodHandle linkAgain(final Lookup lookup) throws Throwable {
        return LambdaMetafactory.altMetafactory(lookup, shape.interfaceMethod(), factoryType, arguments(lookup))
            .getTarget().asSpreader(Object[].class, factoryType.parameterCount()).asType(SPREAD);
    }

    private Object[] arguments(final Lookup lookup) throws ReflectiveOperationException {
        final List<Object> arguments = new ArrayList<>(List.of(type(shape.interfaceMethodType()),
            implementation(lookup), type(shape.instantiatedType()), shape.options().flags()));
        if ((shape.options().flags() & LambdaMetafactory.FLAG_MARKERS) != 0) {
            arguments.add(shape.options().markers().size());
            for (final String marker : shape.options().markers()) {
                arguments.add(type("()L" + marker + ";").returnType());
            }
        }
        if ((shape.options().flags() & LambdaMetafactory.FLAG_BRIDGES) != 0) {
            arguments.add(shape.options().bridges().size());
            shape.options().bridges().forEach(bridge -> arguments.add(type(bridge)));
        }
        return arguments.toArray();
    }

    private MethodHandle implementation(final Lookup lookup) throws ReflectiveOperationException {
        final Class<?> owner = type("()L" + shape.impl().owner() + ";").returnType();
        final String name = shape.impl().method();
        final MethodType type = type(shape.impl().type());
        return switch (shape.impl().kind()) {
            case MethodHandleInfo.REF_invokeStatic -> lookup.findStatic(owner, name, type);
            case MethodHandleInfo.REF_invokeSpecial -> lookup.findSpecial(owner, name, type, capturingClass);
            case MethodHandleInfo.REF_newInvokeSpecial -> lookup.findConstructor(owner, type);
            default -> lookup.findVirtual(owner, name, type);
        };
    }

    private MethodHandle linkByDeserialization(final Lookup lookup) throws ReflectiveOperationException {
        final MethodHandle deserialize = lookup.findStatic(capturingClass, "$deserializeLambda$",
            MethodType.methodType(Object.class, SerializedLambda.class));
        final MethodHandle toSerialized = MethodHandles.lookup().bind(this, "serialized",
            MethodType.methodType(SerializedLambda.class, Object[].class));
        return MethodHandles.filterReturnValue(toSerialized, deserialize);
    }

    @SuppressWarnings("unused")     // found by its name
    private SerializedLambda serialized(final Object[] captured) {
        return new SerializedLambda(capturingClass, shape.interfaceClass(), shape.interfaceMethod(),
            shape.interfaceMethodType(), shape.impl().kind(), shape.impl().owner(), shape.impl().method(),
            shape.impl().type(), shape.instantiatedType(), captured);
    }

    private MethodType type(final String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, loader);
    }
}
