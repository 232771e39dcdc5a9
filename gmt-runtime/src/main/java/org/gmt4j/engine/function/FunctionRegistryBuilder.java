package org.gmt4j.engine.function;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.gmt4j.GmtException;
import org.gmt4j.NodeBound;
import org.gmt4j.Transferable;

/** Collects the classes of a program and builds a {@link FunctionRegistry} of them. One thread; set-up. */
public final class FunctionRegistryBuilder {
    private final List<Class<?>> bodyInterfaces;
    private final SortedMap<String, Class<?>> classes = new TreeMap<>();
    private final Map<Class<?>, String> explanations = new LinkedHashMap<>();

    FunctionRegistryBuilder(final List<Class<?>> bodyInterfaces) {
        this.bodyInterfaces = bodyInterfaces;
    }

    /**
     * Adds classes with all classes nested in them, including local and anonymous ones: their lambdas, method
     * references, bodies, records, enums and {@link Transferable} classes may then travel. The class of a lambda
     * denotes the top-level class around it.
     */
    public FunctionRegistryBuilder register(final Class<?>... types) {
        for (final Class<?> type : types) {
            final Class<?> outermost = type.isHidden() ? type.getNestHost() : type;
            add(outermost);
            for (final Class<?> member : outermost.getNestMembers()) {
                if (member.getName().startsWith(outermost.getName() + "$")) {
                    add(member);
                }
            }
            if (outermost.getNestMembers().length == 1) {
                addInnerClasses(outermost, outermost.getName() + "$");
            }
        }
        return this;
    }

    /** Adds the {@link TravellingClasses} of the package of a class. */
    public FunctionRegistryBuilder registerPackageOf(final Class<?> type) {
        return register(type.getPackage().getAnnotation(TravellingClasses.class).value());
    }

    /**
     * Adds the classes named inside of a class whose compiler does not list its nested classes, as Kotlin's and Scala's
     * do not.
     */
    private void addInnerClasses(final Class<?> type, final String prefix) {
        for (final String name : ClassFacts.of(type).inner()) {
            if (name.startsWith(prefix) && !classes.containsKey(name)) {
                try {
                    final Class<?> inner = Class.forName(name, false, type.getClassLoader());
                    add(inner);
                    addInnerClasses(inner, prefix);
                } catch (final ClassNotFoundException | LinkageError e) {
                    continue;       // named, but absent: then no body of it can exist, either
                }
            }
        }
    }

    private void add(final Class<?> type) {
        if (type.isPrimitive() || type.isArray()) {
            throw new GmtException("GMT-222", type.getTypeName() + " cannot be registered. Register the classes that"
                + " hold bodies, and the records and enums that they capture.");
        }
        final Class<?> before = classes.putIfAbsent(type.getName(), type);
        if (before != null && before != type) {
            throw new GmtException("GMT-222", "two classes named " + type.getName() + " come from different class"
                + " loaders, "
                + before.getClassLoader() + " and " + type.getClassLoader() + ". Load the program once.");
        }
    }

    /** Sets the reason and remedy to report when an object of this type is captured, instead of the general one. */
    public FunctionRegistryBuilder explain(final Class<?> type, final String reasonAndRemedy) {
        explanations.put(type, reasonAndRemedy);
        return this;
    }

    public FunctionRegistry build() {
        final SortedMap<String, Long> fingerprints = new TreeMap<>();
        final List<Candidate> candidates = candidates(fingerprints);
        final RegistryTables tables = new RegistryTables(bodyInterfaces, List.copyOf(classes.values()),
            entriesOf(candidates, 0), new CaptureAdvice(new LinkedHashMap<>(explanations)));
        return new FunctionRegistry(tables, new RegistryDescription(fingerprints));
    }

    private List<Candidate> candidates(final SortedMap<String, Long> fingerprints) {
        final List<Candidate> candidates = new ArrayList<>();
        for (final Class<?> type : classes.values()) {
            final ClassFacts facts = ClassFacts.of(type);
            fingerprints.put(type.getName(), facts.fingerprint());
            addType(type, candidates);
            facts.lambdas().forEach((key, shape) ->
                candidates.add(new Candidate(type.getName(), key, id -> new LambdaSite(id, type, shape))));
        }
        return candidates;
    }

    /** Returns the tables with the entries of these classes behind the others; the ids of those stay. */
    RegistryTables addTo(final RegistryTables before) {
        classes.values().removeAll(before.registered());
        final List<Candidate> candidates = candidates(new TreeMap<>());
        final List<RegistryEntry> entries = new ArrayList<>(before.entries());
        entries.addAll(entriesOf(candidates, entries.size()));
        final List<Class<?>> registered = new ArrayList<>(before.registered());
        registered.addAll(classes.values());
        return new RegistryTables(bodyInterfaces, registered, entries, before.advice());
    }

    private void addType(final Class<?> type, final List<Candidate> candidates) {
        if (type.isEnum()) {
            candidates.add(new Candidate(type.getName(), "", id -> new EnumType(id, type)));
        } else if (type.isRecord()) {
            candidates.add(new Candidate(type.getName(), "", id -> new RecordType(id, type)));
        } else if (isTransferableClass(type)) {
            candidates.add(new Candidate(type.getName(), "", id -> new ObjectType(id, type)));
        }
    }

    private boolean isTransferableClass(final Class<?> type) {
        return isMarked(type) && !type.isInterface() && !Modifier.isAbstract(type.getModifiers())
            && !Enum.class.isAssignableFrom(type) && !NodeBound.class.isAssignableFrom(type);
    }

    private boolean isMarked(final Class<?> type) {
        for (final Class<?> body : bodyInterfaces) {
            if (body.isAssignableFrom(type)) {
                return true;
            }
        }
        return Transferable.class.isAssignableFrom(type);
    }

    private static List<RegistryEntry> entriesOf(final List<Candidate> candidates, final int firstId) {
        if (firstId + candidates.size() > FunctionRegistry.MAX_ENTRIES) {
            throw new GmtException("GMT-221", firstId + candidates.size() + " bodies and types registered, at most "
                + FunctionRegistry.MAX_ENTRIES + " are possible. Register only the classes whose bodies are sent.");
        }
        Collections.sort(candidates);
        final List<RegistryEntry> entries = new ArrayList<>();
        for (final Candidate candidate : candidates) {
            entries.add(candidate.factory.apply(firstId + entries.size()));
        }
        return entries;
    }

    /** An entry before it has an id. */
    private record Candidate(String className, String detail, IntFunction<RegistryEntry> factory)
        implements Comparable<Candidate> {
        @Override
        public int compareTo(final Candidate other) {
            final int byClass = className.compareTo(other.className);
            return byClass != 0 ? byClass : detail.compareTo(other.detail);
        }
    }
}
