package org.gmt4j.graph.real;

import java.util.HashSet;
import java.util.Set;
import org.gmt4j.graph.source.EdgeSource;

/**
 * Which method calls which: a vertex per method that a class of the set declares or names in a call on a class of the
 * set, an edge per caller and named callee. Calls are taken as written: inherited and overridden methods are not
 * resolved.
 */
final class CallGraphExtractor implements GraphExtractor {
    private final ClassPathSource classes;

    CallGraphExtractor(final ClassPathSource classes) {
        this.classes = classes;
    }

    @Override
    public String name() {
        return classes.prefix() + "-calls";
    }

    @Override
    public String fingerprint() {
        return classes.fingerprint();
    }

    @Override
    public boolean weighted() {
        return false;
    }

    @Override
    public EdgeSource extract() {
        final NameDictionary graph = new NameDictionary();
        final Set<String> owners = new HashSet<>();
        classes.forEachClass(file -> {
            owners.add(file.name());
            file.methods().forEach(method -> addCalls(graph, method));
        });
        return graph.toEdges(name(), weighted(), method -> owners.contains(method.substring(0, method.indexOf('.'))));
    }

    private static void addCalls(final NameDictionary graph, final ClassFile.Method method) {
        final int caller = graph.add(method.name());
        method.invoked().forEach(callee -> graph.addEdge(caller, graph.add(callee), 1));
    }
}
