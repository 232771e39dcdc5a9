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
 * Makes the lambdas of one place anew: by the {@code $deserializeLambda$} that the compiler has given to the class, or
 * by linking the place again as the JVM linked it at the sender. Set-up, for the first lambda of a place and node.
 *
 * <p>The former is by far the cheaper one in a young JVM. The latter is for method references, of which several places
 * may name the same method, for classes of other compilers, and for lambdas that the former does not make. The JVM
 * allows it only where the class lies in the runtime's own module; elsewhere the class itself makes these, too.
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

    /**
     * A lambda with these values, or null where its class does not make it.
     *
     * @param captured values of the factory's types
     */
    Object deserialized(final Object[] captured) {
        try {
            return (Object) deserializer(lookup()).invokeExact(serialized(captured));
        } catch (final NoSuchMethodException | IllegalArgumentException e) {
            return null;
        } catch (final Error e) {
            throw e;
        } catch (final Throwable e) {
            throw failed(e);
        }
    }

    /** A factory of type (Object[])Object, from captured values to lambda. Makes a class. */
    MethodHandle link() {
        try {
            final Lookup lookup = lookup();
            return lookup.hasFullPrivilegeAccess() ? linkAgain(lookup) : linkByDeserialization(lookup);
        } catch (final Error e) {
            throw e;
        } catch (final Throwable e) {
            throw failed(e);
        }
    }

    private Lookup lookup() throws IllegalAccessException {
        return MethodHandles.privateLookupIn(capturingClass, MethodHandles.lookup());
    }

    private GmtException failed(final Throwable e) {
        return new GmtException("GMT-223", "cannot link the lambda " + shape.impl().method() + " of "
            + capturingClass.getName() + ": " + e
            + ". If the class lives in a module, open its package to the runtime.", e);
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
        final MethodHandle toSerialized = MethodHandles.lookup().bind(this, "serialized",
            MethodType.methodType(SerializedLambda.class, Object[].class));
        return MethodHandles.filterReturnValue(toSerialized, deserializer(lookup));
    }

    private MethodHandle deserializer(final Lookup lookup) throws ReflectiveOperationException {
        return lookup.findStatic(capturingClass, "$deserializeLambda$",
            MethodType.methodType(Object.class, SerializedLambda.class));
    }

    private SerializedLambda serialized(final Object[] captured) {
        return new SerializedLambda(capturingClass, shape.interfaceClass(), shape.interfaceMethod(),
            shape.interfaceMethodType(), shape.impl().kind(), shape.impl().owner(), shape.impl().method(),
            shape.impl().type(), shape.instantiatedType(), captured);
    }

    private MethodType type(final String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, loader);
    }
}
