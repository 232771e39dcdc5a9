package org.gmt4j.engine.function;

import java.lang.invoke.SerializedLambda;
import java.util.List;

/**
 * The compiler's output at a place that makes serialisable lambdas, sufficient to make the lambda again. Names of
 * classes are internal ({@code java/lang/String}), types are descriptors.
 *
 * @param capturingClass class that holds the place
 * @param factoryType    captured types to interface, for example {@code (JLdemo/Graph;)Ldemo/TaskBody;}
 * @param impl           method that the lambda calls
 */
record LambdaShape(String capturingClass, String factoryType, String interfaceMethod, String interfaceMethodType,
        String instantiatedType, Implementation impl, Options options) {

    /** A method; {@code kind} is a kind of reference of {@link java.lang.invoke.MethodHandleInfo}. */
    record Implementation(int kind, String owner, String method, String type) {
    }

    /** The other arguments of {@link java.lang.invoke.LambdaMetafactory#altMetafactory}. */
    record Options(int flags, List<String> markers, List<String> bridges) {
    }

    /**
     * Returns class, method, descriptor, then the facts that distinguish two uses of one method. Equal for equal
     * shapes.
     */
    String sortKey() {
        return String.join("#", capturingClass, impl.method, impl.type, impl.owner, factoryType, interfaceMethod,
            interfaceMethodType, instantiatedType, String.valueOf(impl.kind), String.valueOf(options.flags),
            String.join(",", options.markers), String.join(",", options.bridges));
    }

    String interfaceClass() {
        return factoryType.substring(factoryType.lastIndexOf(')') + 2, factoryType.length() - 1);
    }

    /**
     * Returns the facts contained in both the class file and a live lambda. The class of the implementing method is
     * left out: for an inherited method the class file names the subclass and the lambda the superclass.
     */
    String lookupKey() {
        return lookupKey(capturingClass, interfaceClass(), interfaceMethod, interfaceMethodType, impl.method,
            impl.type, instantiatedType);
    }

    /** Returns the key of the place that made a lambda. */
    static String lookupKeyOf(final SerializedLambda lambda) {
        return lookupKey(lambda.getCapturingClass(), lambda.getFunctionalInterfaceClass(),
            lambda.getFunctionalInterfaceMethodName(), lambda.getFunctionalInterfaceMethodSignature(),
            lambda.getImplMethodName(), lambda.getImplMethodSignature(), lambda.getInstantiatedMethodType());
    }

    /** A string rather than a record: the first hash code of a record costs a starting JVM tens of milliseconds. */
    private static String lookupKey(final String... parts) {
        return String.join("#", parts);
    }
}
