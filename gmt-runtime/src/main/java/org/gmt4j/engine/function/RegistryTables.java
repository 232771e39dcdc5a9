package org.gmt4j.engine.function;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The entries of a registry by id, by class and by the form of a live lambda. Any thread; used once per class.
 */
final class RegistryTables {
    private final List<Class<?>> bodyInterfaces;
    private final Collection<Class<?>> registered;
    private final RegistryEntry[] entries;
    private final CaptureAdvice advice;
    /**
     * Classes known to be bodies, tested for each arriving task. Lambdas are not linked before the first one of their
     * place arrives.
     */
    private final Set<Class<?>> bodyTypes = ConcurrentHashMap.newKeySet();
    private final Map<Class<?>, InstanceWriter> types = new HashMap<>();
    /** By the class that holds them; keys of places are made when one of a class is looked for, not at every start. */
    private final Map<Class<?>, List<LambdaSite>> sites;

    RegistryTables(final List<Class<?>> bodyInterfaces, final Collection<Class<?>> registered,
            final List<RegistryEntry> entries, final CaptureAdvice advice) {
        this.bodyInterfaces = bodyInterfaces;
        this.registered = registered;
        this.entries = entries.toArray(RegistryEntry[]::new);
        this.advice = advice;
        for (final RegistryEntry entry : entries) {
            if (entry instanceof InstanceWriter writer) {
                types.put(entry.instanceType(), writer);
            }
        }
        this.sites = entries.stream().filter(LambdaSite.class::isInstance).map(LambdaSite.class::cast)
            .collect(Collectors.groupingBy(LambdaSite::capturingClass));
    }

    List<Class<?>> bodyInterfaces() {
        return bodyInterfaces;
    }

    Collection<Class<?>> registered() {
        return registered;
    }

    List<RegistryEntry> entries() {
        return List.of(entries);
    }

    CaptureAdvice advice() {
        return advice;
    }

    int entryCount() {
        return entries.length;
    }

    RegistryEntry entry(final int id) {
        return entries[id];
    }

    boolean isBodyType(final Class<?> type) {
        return bodyTypes.contains(type) || learn(type);
    }

    private boolean learn(final Class<?> type) {
        final boolean isBody = implementsBody(type);
        if (isBody) {
            bodyTypes.add(type);
        }
        return isBody;
    }

    /** Also for classes that are not registered, and for the hidden classes of lambdas. */
    private boolean implementsBody(final Class<?> type) {
        for (final Class<?> body : bodyInterfaces) {
            if (body.isAssignableFrom(type)) {
                return true;
            }
        }
        return false;
    }

    String bodyInterfaceNames() {
        return bodyInterfaces.stream().map(Class::getName).collect(Collectors.joining(", "));
    }

    /** Returns the writer for the class of a value, or throws with the reason for a refusal. */
    InstanceWriter findWriter(final Object value) {
        final Class<?> type = value.getClass();
        if (type.isHidden()) {
            return findLambdaWriter(value);
        }
        final Class<?> declared = value instanceof Enum<?> constant ? constant.getDeclaringClass() : type;
        final InstanceWriter known = types.get(declared);
        if (known == null) {
            throw advice.refusalOf(declared, isBodyType(declared));
        }
        return known;
    }

    private InstanceWriter findLambdaWriter(final Object lambda) {
        if (!(lambda instanceof Serializable)) {
            throw advice.refusalOfPlainLambda(lambda);
        }
        final SerializedLambda serialized = LambdaWriter.serialize(lambda);
        final Class<?> host = registeredHost(lambda, serialized);
        final String key = LambdaShape.lookupKeyOf(serialized);
        final List<LambdaSite> like = sites.getOrDefault(host, List.of()).stream()
            .filter(site -> site.shape().lookupKey().equals(key)).toList();
        return like.stream().filter(site -> like.size() == 1 || fits(site, lambda.getClass())).findFirst()
            .map(site -> LambdaWriter.of(site, lambda, serialized))
            .orElseThrow(() -> advice.refusalOfUnknownLambda(host, serialized));
    }

    private Class<?> registeredHost(final Object lambda, final SerializedLambda serialized) {
        final String name = serialized.getCapturingClass().replace('/', '.');
        return registered.stream()
            .filter(type -> type.getName().equals(name) && type.getClassLoader() == lambda.getClass().getClassLoader())
            .findAny().orElseThrow(() -> advice.refusalOfHost(name));
    }

    /**
     * One method may be referred to with receivers of several types; the fields identify the place that made the
     * lambda.
     */
    private static boolean fits(final LambdaSite site, final Class<?> lambdaClass) {
        return FieldLayout.ofLambdas(lambdaClass).slots().sameTypes(site.slots());
    }
}
