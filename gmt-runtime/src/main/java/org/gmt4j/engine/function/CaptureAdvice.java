package org.gmt4j.engine.function;

import java.lang.invoke.SerializedLambda;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import org.gmt4j.Transferable;

/** Explains why a value does not travel, and the remedy. Cold. */
final class CaptureAdvice {
    private static final String REMEDY = "Make it a record and register it, copy what the body needs into a local"
        + " variable of a simple type, or put the data into a global array.";

    private final Map<Class<?>, String> explanations;

    CaptureAdvice(final Map<Class<?>, String> explanations) {
        this.explanations = explanations;
    }

    NotTransferableException refusalOf(final Class<?> type, final boolean isBody) {
        final String name = type.getTypeName();
        for (final Map.Entry<Class<?>, String> explanation : explanations.entrySet()) {
            if (explanation.getKey().isAssignableFrom(type)) {
                return new NotTransferableException("GMT-201", explanation.getValue());
            }
        }
        if (isBody || type.isRecord() || type.isEnum() || Transferable.class.isAssignableFrom(type)) {
            return unregistered(name + " is not registered", name);
        }
        return new NotTransferableException("GMT-201", reason(type, name));
    }

    private static String reason(final Class<?> type, final String name) {
        if (type.isArray()) {
            return "arrays of this kind do not travel. Use a list, or arrays of primitives, or a global array.";
        }
        if (name.startsWith("java.util.concurrent.")) {
            return "it is meant to be shared, but every node would get a copy of its own. Use a global array and its"
                + " atomic operations, or a plain value.";
        }
        if (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
            return "of collections only the lists, sets and maps of java.util travel. Copy it into "
                + (SortedMap.class.isAssignableFrom(type) || SortedSet.class.isAssignableFrom(type)
                ? "a TreeMap or TreeSet, if it is sorted in the natural order; else into a list, and sort that where"
                + " it is used." : "an ArrayList, LinkedHashSet or LinkedHashMap.");
        }
        return "it is neither a value nor of a registered class. " + REMEDY;
    }

    NotTransferableException refusalOfPlainLambda(final Object lambda) {
        final Class<?>[] interfaces = lambda.getClass().getInterfaces();
        final String name = interfaces.length == 0 ? "unknown" : interfaces[0].getName();
        return new NotTransferableException("GMT-201", "it is a lambda of the interface " + name + ", which is not"
            + " Serializable. Declare an interface that extends both " + name + " and java.io.Serializable, and use"
            + " that.");
    }

    NotTransferableException refusalOfHost(final String hostName) {
        return unregistered("the class around it, " + hostName + ", is not registered", hostName);
    }

    NotTransferableException refusalOfUnknownLambda(final Class<?> host, final SerializedLambda lambda) {
        return new NotTransferableException("GMT-202", "the class file of " + host.getName() + " shows no lambda "
            + lambda.getImplMethodName() + " that fits. Was the class changed when it was loaded? Instrument it at"
            + " build time.");
    }

    private static NotTransferableException unregistered(final String fact, final String className) {
        // nameless, or declared in a method: no other method can name it
        final boolean isInMethod = className.matches(".*\\$[0-9].*");
        final String source = (isInMethod ? className.substring(0, className.indexOf('$')) : className)
            .replace('$', '.');
        final String simple = source.substring(source.lastIndexOf('.') + 1);
        return new NotTransferableException("GMT-202", fact + ". Start the cluster with it: GmtCluster.connect("
            + simple + ".class) or GmtCluster.builder().register(" + simple
            + ".class), or name it in GmtApp.registeredClasses().");
    }
}
