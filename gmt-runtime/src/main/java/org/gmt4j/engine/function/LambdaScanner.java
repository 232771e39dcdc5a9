package org.gmt4j.engine.function;

import java.lang.invoke.LambdaMetafactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds the places in a class file that make serialisable lambdas or method references. Set-up.
 *
 * <p>Such a place is an {@code invokedynamic} constant whose bootstrap method is
 * {@code LambdaMetafactory.altMetafactory}; its static arguments have all further facts. The code itself need not be
 * read.
 *
 * @see "The Java Virtual Machine Specification, 4.4.10 and 4.7.23"
 */
final class LambdaScanner {
    private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";
    private static final int HEADER_LENGTH = 6;

    private final ConstantPool pool;
    private final String className;
    private int[] bootstrapOffsets;

    private LambdaScanner(final ConstantPool pool) {
        this.pool = pool;
        this.className = pool.firstText(pool.unsignedShort(pool.end() + 2));
    }

    static Collection<LambdaShape> scan(final byte[] classFile) {
        return scan(new ConstantPool(classFile)).values();
    }

    /** Returns them in the order of their keys, which are those of {@link LambdaShape#sortKey}. */
    static SortedMap<String, LambdaShape> scan(final ConstantPool pool) {
        return new LambdaScanner(pool).shapes();
    }

    private SortedMap<String, LambdaShape> shapes() {
        final SortedMap<String, LambdaShape> shapes = new TreeMap<>();
        for (int entry = 1; entry < pool.size(); entry++) {
            if (pool.tag(entry) == ConstantPool.INVOKE_DYNAMIC) {
                addIfSerializable(entry, shapes);
            }
        }
        return shapes;
    }

    private void addIfSerializable(final int dynamic, final Map<String, LambdaShape> shapes) {
        final int bootstrap = bootstrapOffset(pool.first(dynamic));
        final int factory = pool.handleTarget(pool.unsignedShort(bootstrap));
        if (!pool.firstText(pool.first(factory)).equals(FACTORY)
            || !pool.firstText(pool.second(factory)).equals("altMetafactory")) {
            return;
        }
        final Arguments arguments = new Arguments(bootstrap + 4);
        final String interfaceMethodType = pool.firstText(arguments.next());
        final int handle = arguments.next();
        final String instantiatedType = pool.firstText(arguments.next());
        final int flags = pool.integer(arguments.next());
        if ((flags & LambdaMetafactory.FLAG_SERIALIZABLE) != 0) {
            final int signature = pool.second(dynamic);
            final int impl = pool.handleTarget(handle);
            final LambdaShape shape = new LambdaShape(className, pool.text(pool.second(signature)),
                pool.firstText(signature), interfaceMethodType, instantiatedType,
                new LambdaShape.Implementation(pool.handleKind(handle), pool.firstText(pool.first(impl)),
                    pool.firstText(pool.second(impl)), pool.text(pool.second(pool.second(impl)))),
                new LambdaShape.Options(flags, arguments.list(flags & LambdaMetafactory.FLAG_MARKERS),
                    arguments.list(flags & LambdaMetafactory.FLAG_BRIDGES)));
            shapes.put(shape.sortKey(), shape);
        }
    }

    private int bootstrapOffset(final int index) {
        if (bootstrapOffsets == null) {
            bootstrapOffsets = findBootstrapMethods();
        }
        return bootstrapOffsets[index];
    }

    /** Finds the offsets of the bootstrap methods: handle, argument count, arguments. */
    private int[] findBootstrapMethods() {
        final int interfaces = pool.end() + HEADER_LENGTH;
        final int fields = interfaces + 2 + 2 * pool.unsignedShort(interfaces);
        int offset = skipMembers(skipMembers(fields));
        for (int rest = pool.unsignedShort(offset); rest > 0; rest--) {
            if (pool.text(pool.unsignedShort(offset + 2)).equals("BootstrapMethods")) {
                return bootstrapMethodsAt(offset + 2 + HEADER_LENGTH);
            }
            offset += HEADER_LENGTH + pool.length(offset + 4);
        }
        return new int[0];
    }

    private int[] bootstrapMethodsAt(final int start) {
        final int[] offsets = new int[pool.unsignedShort(start)];
        int offset = start + 2;
        for (int method = 0; method < offsets.length; method++) {
            offsets[method] = offset;
            offset += 4 + 2 * pool.unsignedShort(offset + 2);
        }
        return offsets;
    }

    /** Skips fields or methods: flags, name, type, attributes. */
    private int skipMembers(final int start) {
        int offset = start + 2;
        for (int rest = pool.unsignedShort(start); rest > 0; rest--) {
            offset = skipAttributes(offset + HEADER_LENGTH);
        }
        return offset;
    }

    /** Skips attributes: name, length, content. */
    private int skipAttributes(final int start) {
        int offset = start + 2;
        for (int rest = pool.unsignedShort(start); rest > 0; rest--) {
            offset += HEADER_LENGTH + pool.length(offset + 2);
        }
        return offset;
    }

    /** The static arguments of a bootstrap method, in order. */
    private final class Arguments {
        private int offset;

        Arguments(final int offset) {
            this.offset = offset;
        }

        int next() {
            offset += 2;
            return pool.unsignedShort(offset - 2);
        }

        /** Reads a count and as many types, which are present only if a flag is set. */
        List<String> list(final int flag) {
            final List<String> types = new ArrayList<>();
            for (int rest = flag == 0 ? 0 : pool.integer(next()); rest > 0; rest--) {
                types.add(pool.firstText(next()));
            }
            return List.copyOf(types);
        }
    }
}
