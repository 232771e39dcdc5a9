package org.gmt4j.engine.travel;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Set;

/**
 * Exceptions of other nodes with their own class. They are serialised without their stacks, which travel as text. Where
 * that fails they are reconstructed by a constructor for a message, or for a message and a cause, unless such an
 * exception would say something else: where its class has fields, or a message of its own making. Only classes of
 * exceptions, and classes that these usually hold, are instantiated. Any thread; per failure.
 */
final class ThrownCodec {
    private static final byte[] NOTHING = new byte[0];
    private static final int MAX_BYTES = 1 << 16;
    private static final int MAX_DEPTH = 40;
    private static final int MAX_OBJECTS = 1_000;
    private static final Set<String> HELD = Set.of("java.util.ArrayList", "java.util.Collections$EmptyList",
        "java.util.Collections$UnmodifiableList", "java.util.Collections$UnmodifiableRandomAccessList",
        "java.util.Collections$UnmodifiableCollection", "java.util.CollSer", "java.util.Date",
        "java.math.BigInteger", "java.math.BigDecimal", "java.util.UUID");

    private ThrownCodec() {
    }

    /** Returns an empty array when it cannot be serialised in so many bytes, or not be made from them. */
    static byte[] encode(final Throwable thrown, final int limit) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new WithoutStacks(bytes)) {
            out.writeObject(thrown);
        } catch (final Throwable e) {              // the program may have written how; it may be too deep
            return NOTHING;
        }
        final byte[] serialised = bytes.size() <= Math.min(limit, MAX_BYTES) ? bytes.toByteArray() : NOTHING;
        return serialised.length > 0 && deserialise(serialised) != null ? serialised : NOTHING;
    }

    /** Omits the stacks. */
    private static final class WithoutStacks extends ObjectOutputStream {
        private static final StackTraceElement[] NONE = new StackTraceElement[0];

        WithoutStacks(final OutputStream out) throws IOException {
            super(out);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(final Object object) {
            return object instanceof StackTraceElement[] ? NONE : object;
        }
    }

    /**
     * Returns an exception of the named class, or null where the class is unknown here or cannot be instantiated.
     *
     * @param cause of an exception that is not serialised; null without
     */
    static Throwable decode(final String className, final String message, final byte[] serialised,
                            final Throwable cause) {
        final Class<? extends Throwable> type = classOf(className);
        if (type == null) {
            return null;
        }
        if (serialised.length == 0) {
            return construct(type, message, cause);
        }
        final Throwable thrown = deserialise(serialised);
        return thrown != null && thrown.getClass() == type && hasWords(thrown) ? thrown : null;
    }

    /** Returns whether it can be printed, by methods that the program may have written. */
    private static boolean hasWords(final Throwable thrown) {
        try {
            return thrown.toString() != null;
        } catch (final Throwable e) {
            return false;
        }
    }

    private static Class<? extends Throwable> classOf(final String name) {
        for (final ClassLoader loader : loaders()) {
            try {
                final Class<?> type = Class.forName(name, false, loader);
                return Throwable.class.isAssignableFrom(type) ? type.asSubclass(Throwable.class) : null;
            } catch (final ClassNotFoundException | LinkageError e) {
                continue;
            }
        }
        return null;
    }

    private static ClassLoader[] loaders() {
        final ClassLoader own = ThrownCodec.class.getClassLoader();
        final ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        return ofThread == null || ofThread == own ? new ClassLoader[] {own} : new ClassLoader[] {ofThread, own};
    }

    private static Throwable deserialise(final byte[] serialised) {
        try (ObjectInputStream in = new OfKnownClasses(new ByteArrayInputStream(serialised))) {
            in.setObjectInputFilter(ThrownCodec::check);
            return in.readObject() instanceof Throwable thrown ? thrown : null;
        } catch (final Throwable e) {
            return null;
        }
    }

    private static ObjectInputFilter.Status check(final ObjectInputFilter.FilterInfo info) {
        if (info.depth() > MAX_DEPTH || info.references() > MAX_OBJECTS || info.streamBytes() > MAX_BYTES
            || info.arrayLength() > MAX_BYTES) {
            return ObjectInputFilter.Status.REJECTED;
        }
        Class<?> type = info.serialClass();
        while (type != null && type.isArray()) {
            type = type.getComponentType();
        }
        return type == null || type.isPrimitive() || type.isEnum() || Throwable.class.isAssignableFrom(type)
            || HELD.contains(type.getName())
            || type.getName().startsWith("java.lang.") ? ObjectInputFilter.Status.ALLOWED
            : ObjectInputFilter.Status.REJECTED;
    }

    private static final class OfKnownClasses extends ObjectInputStream {
        OfKnownClasses(final InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(final ObjectStreamClass described) throws IOException, ClassNotFoundException {
            for (final ClassLoader loader : loaders()) {
                try {
                    return Class.forName(described.getName(), false, loader);
                } catch (final ClassNotFoundException e) {
                    continue;
                }
            }
            return super.resolveClass(described);
        }
    }

    private static Throwable construct(final Class<? extends Throwable> type, final String message,
                                       final Throwable cause) {
        if (hasFields(type)) {
            return null;
        }
        Throwable thrown = cause != null ? null : construct(type, new Class<?>[] {String.class}, message);
        thrown = thrown != null ? thrown : construct(type, new Class<?>[] {String.class, Throwable.class},
            message, cause);
        thrown = thrown != null ? thrown : caused(construct(type, new Class<?>[] {String.class}, message), cause);
        thrown = thrown != null ? thrown : caused(construct(type, new Class<?>[] {Object.class}, message), cause);
        return thrown != null && saysTheSame(thrown, message, cause) ? thrown : null;
    }

    /** Returns whether objects of the class hold more than every exception does, which a constructor would not know. */
    private static boolean hasFields(final Class<? extends Throwable> type) {
        try {
            for (Class<?> at = type; at != Throwable.class; at = at.getSuperclass()) {
                for (final Field field : at.getDeclaredFields()) {
                    if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                        return true;
                    }
                }
            }
            return false;
        } catch (final LinkageError e) {               // a type of a field is missing here
            return true;
        }
    }

    private static Throwable caused(final Throwable thrown, final Throwable cause) {
        try {
            return thrown == null || cause == null ? thrown : thrown.initCause(cause);
        } catch (final Throwable e) {                  // it has another one, or the program has written how
            return null;
        }
    }

    private static boolean saysTheSame(final Throwable thrown, final String message, final Throwable cause) {
        try {
            return hasWords(thrown) && message.equals(thrown.getMessage()) && thrown.getCause() == cause;
        } catch (final Throwable e) {
            return false;
        }
    }

    /** Returns null when there is no such constructor, or it throws. */
    private static Throwable construct(final Class<? extends Throwable> type, final Class<?>[] parameters,
                                       final Object... arguments) {
        try {
            final Constructor<? extends Throwable> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (final NoSuchMethodException | InstantiationException | IllegalAccessException
            | InvocationTargetException | RuntimeException
            | LinkageError e) {
            return null;
        }
    }
}
