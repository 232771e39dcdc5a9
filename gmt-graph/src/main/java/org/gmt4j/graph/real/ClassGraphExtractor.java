package org.gmt4j.graph.real;

import java.util.HashSet;
import java.util.Set;
import org.gmt4j.graph.source.EdgeSource;

/**
 * Which class names which: a vertex per class file, an edge to every other class of the set that its constant pool
 * mentions.
 */
final class ClassGraphExtractor implements GraphExtractor {
    private final ClassPathSource classes;

    ClassGraphExtractor(final ClassPathSource classes) {
        this.classes = classes;
    }

    @Override
    public String name() {
        return classes.prefix() + "-classes";
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
        final Set<String> declared = new HashSet<>();
        classes.forEachClass(file -> {
            declared.add(file.name());
            final int source = graph.add(file.name());
            file.referencedClasses().forEach(target -> graph.addEdge(source, graph.add(target), 1));
        });
        return graph.toEdges(name(), weighted(), declared::contains);
    }
}
