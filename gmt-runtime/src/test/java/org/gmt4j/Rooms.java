package org.gmt4j;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * The rooms of this module: the packages of the engine, and what the API consists of. A type of {@code org.gmt4j} is a
 * part of <i>clusters</i> when it reaches nodes or clusters through types of the API (the doors, which are one room
 * with {@code engine.cluster} behind them), otherwise of <i>data</i> (arrays, visitors, one-sided memory) when it
 * reaches the engine, otherwise a <i>word</i>. {@code org.gmt4j.armci} likewise, but for the nouns that the one-sided
 * core implements: they are the doors of {@code engine.onesided}.
 */
final class Rooms implements SliceAssignment {
    private static final String API = "org.gmt4j";
    private static final String ARMCI = "org.gmt4j.armci";
    private static final String ENGINE = "org.gmt4j.engine.";
    private static final Set<String> DOORS_OF_CORE = Set.of("LocalBuffer", "Accumulate");
    private static final Set<String> ABOVE_DATA = Set.of("node", "publish", "bootstrap", "cluster");

    @Override
    public SliceIdentifier getIdentifierOf(final JavaClass type) {
        final String name = type.getPackageName();
        if (name.startsWith(ENGINE)) {
            final String room = roomOfEngine(name);
            return SliceIdentifier.of(room.equals("cluster") ? "clusters" : room);
        }
        if (isDoorOfCore(type)) {
            return SliceIdentifier.of("onesided");
        }
        return isOfApi(name) ? SliceIdentifier.of(roomOfApi(type)) : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
        return "rooms of gmt-runtime";
    }

    /** A noun of programs that the one-sided core implements. */
    static boolean isDoorOfCore(final JavaClass type) {
        return type.getPackageName().equals(ARMCI) && DOORS_OF_CORE.contains(type.getSimpleName());
    }

    private static boolean isOfApi(final String packageName) {
        return packageName.equals(API) || packageName.equals(ARMCI);
    }

    private static String roomOfEngine(final String packageName) {
        return packageName.substring(ENGINE.length()).replace(".broken", "");
    }

    private static String roomOfApi(final JavaClass type) {
        String room = "words";
        final Set<JavaClass> seen = new HashSet<>(Set.of(type));
        final Deque<JavaClass> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (final Dependency found : open.poll().getDirectDependenciesFromSelf()) {
                final JavaClass target = found.getTargetClass().getBaseComponentType();
                final String name = target.getPackageName();
                if (name.startsWith(ENGINE) && ABOVE_DATA.contains(roomOfEngine(name))) {
                    return "clusters";
                }
                if (name.startsWith(ENGINE) || name.startsWith("org.gmt4j.aggregation")) {
                    room = "data";
                }
                if (isOfApi(name) && seen.add(target)) {
                    open.add(target);
                }
            }
        }
        return room;
    }
}
