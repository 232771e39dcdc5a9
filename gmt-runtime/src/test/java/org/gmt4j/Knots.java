package org.gmt4j;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Knots of types: each type of a knot depends, maybe through others, on each other one. Nested classes count as the
 * one around them. Tarjan's algorithm, SIAM Journal on Computing 1972.
 */
final class Knots {
    private final Map<String, Set<String>> dependencies = new TreeMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final Set<String> onPath = new HashSet<>();
    private final List<Set<String>> knots = new ArrayList<>();

    private Knots(final Iterable<JavaClass> types) {
        for (final JavaClass type : types) {
            dependencies.computeIfAbsent(outermost(type), name -> new TreeSet<>());
        }
        for (final JavaClass type : types) {
            for (final Dependency found : type.getDirectDependenciesFromSelf()) {
                final String target = outermost(found.getTargetClass().getBaseComponentType());
                if (dependencies.containsKey(target)) {
                    dependencies.get(outermost(type)).add(target);
                }
            }
        }
    }

    /** Those of two and more types among the given ones. */
    static List<Set<String>> among(final Iterable<JavaClass> types) {
        final Knots search = new Knots(types);
        for (final String type : search.dependencies.keySet()) {
            if (!search.numbers.containsKey(type)) {
                search.visit(type);
            }
        }
        return search.knots;
    }

    private static String outermost(final JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    private void visit(final String type) {
        final int number = numbers.size();
        numbers.put(type, number);
        lowest.put(type, number);
        path.push(type);
        onPath.add(type);
        for (final String next : dependencies.get(type)) {
            if (!numbers.containsKey(next)) {
                visit(next);
                lowest.merge(type, lowest.get(next), Math::min);
            } else if (onPath.contains(next)) {
                lowest.merge(type, numbers.get(next), Math::min);
            }
        }
        if (lowest.get(type) == number) {
            takeKnot(type);
        }
    }

    private void takeKnot(final String first) {
        final Set<String> knot = new TreeSet<>();
        String type;
        do {
            type = path.pop();
            onPath.remove(type);
            knot.add(type);
        } while (!type.equals(first));
        if (knot.size() > 1) {
            knots.add(knot);
        }
    }
}
