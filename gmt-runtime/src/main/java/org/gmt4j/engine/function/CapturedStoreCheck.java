package org.gmt4j.engine.function;

import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.gmt4j.CaptureException;
import org.gmt4j.quasar.CapturesKept;
import org.gmt4j.quasar.check.BodyMethods;
import org.gmt4j.quasar.check.CapturedStores;
import org.gmt4j.quasar.check.CapturedStores.Finding;
import org.gmt4j.quasar.check.ClassNodes;

/**
 * Refuses bodies that store into captured values, when the first one of a class is sent. Examines the code of the
 * class, unless the instrumentation step has done so and found nothing. Once for each body; any thread.
 *
 * <p>Only bodies that are sent are examined: a body that runs where it was written shares its captured values with the
 * code around it, and may store there.
 */
final class CapturedStoreCheck {
    private static final byte[] MARK = ("L" + CapturesKept.class.getName().replace('.', '/') + ";")
        .getBytes(StandardCharsets.UTF_8);

    /** What the files of classes say of their bodies: each cluster of a process asks, and to read one takes long. */
    private static final ClassValue<Map<String, Boolean>> KNOWN = new ClassValue<>() {
        @Override
        protected Map<String, Boolean> computeValue(final Class<?> host) {
            return new ConcurrentHashMap<>();
        }
    };

    private CapturedStoreCheck() {
    }

    /**
     * @param values those that the first lambda of the place has captured
     * @throws CaptureException GMT-700, with variable, class and line
     */
    static void refuseStores(final LambdaSite site, final Object[] values) {
        final LambdaShape shape = site.shape();
        final LambdaShape.Implementation impl = shape.impl();
        final Class<?> host = site.capturingClass();
        final int captured = MethodType.fromMethodDescriptorString(shape.factoryType(), host.getClassLoader())
            .parameterCount();
        if (captured == 0
            || isKnownToKeep(host, BodyMethods.nameOf(impl.owner(), impl.method(), impl.type()))) {
            return;
        }
        final List<String> classes = Arrays.stream(values)
            .map(value -> value == null ? "" : value.getClass().getName().replace('.', '/')).toList();
        refuse(site, new CapturedStores(new ClassNodes(host.getClassLoader()), classes)
            .inLambda(impl.owner(), impl.method(), impl.type(), captured));
    }

    /** Examines a body that is an object of a class of its own. */
    static void refuseStores(final RegistryEntry entry, final Class<?> body) {
        final String name = body.getName().replace('.', '/');
        if (body.getClassLoader() != null && !isKnownToKeep(body, BodyMethods.nameOf(name))) {
            refuse(entry, new CapturedStores(new ClassNodes(body.getClassLoader()), List.of(name)).inBodyClass(name));
        }
    }

    /**
     * Returns whether the instrumentation step has examined a class, and has not found that this body of it stores. The
     * names that it has found are constants of the class file, and no other constants look like them.
     */
    private static boolean isKnownToKeep(final Class<?> host, final String body) {
        return KNOWN.get(host).computeIfAbsent(body, name -> says(host, name));
    }

    private static boolean says(final Class<?> host, final String body) {
        final byte[] classFile = ClassFile.bytesOf(host);
        return has(classFile, MARK) && !has(classFile, body.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean has(final byte[] classFile, final byte[] constant) {
        for (int i = 0; i + constant.length <= classFile.length; i++) {
            if (classFile[i] == constant[0] && Arrays.equals(classFile, i, i + constant.length, constant,
                0, constant.length)) {
                return true;
            }
        }
        return false;
    }

    private static void refuse(final RegistryEntry entry, final Optional<Finding> finding) {
        if (finding.isPresent()) {
            throw new CaptureException("GMT-700", sentence(entry, finding.get()));
        }
    }

    private static String sentence(final RegistryEntry entry, final Finding found) {
        return found.captured() + " of " + entry.describe() + " is changed" + place(entry, found) + ": " + found.how()
            + ". A body works on a copy of what it captures, so nobody would ever see the change. To add up, "
            + "use a reduction: long total = ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to share data, "
            + "a global array: counts.addNb(c, index, 1). What only the body itself uses, make in the body"
            + (entry instanceof ObjectType
            ? ", or in a transient field." : ".");
    }

    /** The methods of a lambda and of the lambdas in it have no names that their author knows. */
    private static String place(final RegistryEntry entry, final Finding found) {
        final boolean isOwn = entry instanceof LambdaSite site && site.isLambda()
            && (found.method().endsWith("." + site.shape().impl().method())
            || found.method().startsWith(site.capturingClass().getName() + ".lambda$"));
        if (isOwn) {
            return found.line() == 0 ? "" : " in line " + found.line();
        }
        return " in " + found.method()
            + (found.file() == null ? "" : "(" + found.file() + (found.line() == 0 ? "" : ":" + found.line()) + ")");
    }
}
