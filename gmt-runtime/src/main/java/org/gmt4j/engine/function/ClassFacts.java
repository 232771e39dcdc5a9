package org.gmt4j.engine.function;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.WeakHashMap;

/**
 * What a registry takes from a class file. Each file is read once in the life of a class: a JVM that starts one cluster
 * after the other spends most of a start on that otherwise. Any thread; set-up.
 *
 * <p>Memory: some hundred bytes for a class and each of its lambdas, until the class is unloaded; nothing here refers
 * to the class.
 *
 * @param fingerprint see {@link ClassFile#fingerprint(Class, byte[])}
 * @param lambdas     the places that make serialisable lambdas, by their keys; never changed
 * @param inner       names of the classes in its constants that are nested in some class
 */
record ClassFacts(long fingerprint, SortedMap<String, LambdaShape> lambdas, List<String> inner) {
    private static final Map<Class<?>, ClassFacts> KNOWN = Collections.synchronizedMap(new WeakHashMap<>());

    /** @throws org.gmt4j.GmtException GMT-222 where the class has no file */
    static ClassFacts of(final Class<?> type) {
        final ClassFacts known = KNOWN.get(type);
        if (known != null) {
            return known;
        }
        final byte[] classFile = ClassFile.bytesOf(type);
        final ConstantPool pool = new ConstantPool(classFile);
        final ClassFacts facts = new ClassFacts(ClassFile.fingerprint(type, classFile),
            LambdaScanner.scan(pool), pool.nestedClasses());
        KNOWN.put(type, facts);
        return facts;
    }
}
