package org.gmt4j.bench.graph;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gmt4j.cli.CliException;
import org.gmt4j.graph.serial.LocalCsr;

/**
 * The library JGraphT, where somebody has it: its classes are looked up by their names in jars that the command line
 * names, so nothing here depends on it. Owned by one thread.
 */
final class JGraphT implements AutoCloseable {
    private static final String[] GRAPHS = {"org.jgrapht.opt.graph.sparse.SparseIntUndirectedGraph",
        "org.jgrapht.opt.graph.sparse.SparseIntDirectedGraph"};

    private final URLClassLoader loader;
    private final Class<?> graphType;
    private final Constructor<?> newComponents;
    private final Method connectedSets;
    private final Constructor<?> newRanks;
    private final Method scores;
    private final Constructor<?> newSearch;

    /**
     * Looks the classes up.
     *
     * @param jars a folder of jars, or jars, separated as in a class path
     * @throws CliException for usage, when they are not there
     */
    JGraphT(final String jars) {
        loader = new URLClassLoader(urls(jars), ClassLoader.getPlatformClassLoader());
        try {
            graphType = loader.loadClass("org.jgrapht.Graph");
            loader.loadClass(GRAPHS[0]);
            final Class<?> components = loader.loadClass("org.jgrapht.alg.connectivity.ConnectivityInspector");
            newComponents = components.getConstructor(graphType);
            connectedSets = components.getMethod("connectedSets");
            final Class<?> ranks = loader.loadClass("org.jgrapht.alg.scoring.PageRank");
            newRanks = ranks.getConstructor(graphType, double.class, int.class, double.class);
            scores = ranks.getMethod("getScores");
            newSearch = loader.loadClass("org.jgrapht.traverse.BreadthFirstIterator")
                .getConstructor(graphType, Object.class);
        } catch (final ReflectiveOperationException missing) {
            close();
            throw CliException.usage("--jgrapht " + jars + ": " + missing.getMessage() + " is not there. Name a folder"
                + " with the jars of org.jgrapht:jgrapht-core and jgrapht-opt and of what they need.");
        }
    }

    private static URL[] urls(final String jars) {
        final List<URL> urls = new ArrayList<>();
        for (final String part : jars.split(File.pathSeparator)) {
            final Path path = Path.of(part);
            try (Stream<Path> files = Files.isDirectory(path) ? Files.list(path) : Stream.of(path)) {
                for (final Path file : files.filter(one -> one.toString().endsWith(".jar")).sorted().toList()) {
                    urls.add(file.toUri().toURL());
                }
            } catch (final MalformedURLException impossible) {
                throw new IllegalArgumentException(impossible);
            } catch (final IOException failure) {
                throw CliException.usage("--jgrapht " + part + " cannot be read: " + failure.getMessage());
            }
        }
        return urls.toArray(URL[]::new);
    }

    /** Makes the same graph: the fastest of its classes, whose vertices are numbers. */
    Object graph(final LocalCsr rows) {
        final List<int[]> ends = new ArrayList<>();
        for (int v = 0; v < rows.vertexCount(); v++) {
            for (int e = rows.offsets()[v]; e < rows.offsets()[v + 1]; e++) {
                if (!rows.symmetric() || v < rows.targets()[e]) {
                    ends.add(new int[] {v, rows.targets()[e]});
                }
            }
        }
        try {
            final Method pair = loader.loadClass("org.jgrapht.alg.util.Pair").getMethod("of", Object.class,
                Object.class);
            final List<Object> pairs = new AbstractList<>() {
                @Override
                public Object get(final int index) {
                    return call(pair, null, ends.get(index)[0], ends.get(index)[1]);
                }

                @Override
                public int size() {
                    return ends.size();
                }
            };
            return loader.loadClass(GRAPHS[rows.symmetric() ? 0 : 1]).getConstructor(int.class, List.class)
                .newInstance(rows.vertexCount(), pairs);
        } catch (final ReflectiveOperationException failure) {
            throw failed(failure);
        }
    }

    /** Returns the number of weak components. */
    long components(final Object graph) {
        return ((Collection<?>) call(connectedSets, make(newComponents, graph))).size();
    }

    /** Returns the rank of each vertex. */
    Map<?, ?> ranks(final Object graph, final double damping, final int iterations, final double tolerance) {
        return (Map<?, ?>) call(scores, make(newRanks, graph, damping, iterations, tolerance));
    }

    /** Returns the number of vertices that a breadth-first search reaches. */
    long reached(final Object graph, final int source) {
        long reached = 0;
        for (final Iterator<?> search = (Iterator<?>) make(newSearch, graph, source); search.hasNext(); search.next()) {
            reached++;
        }
        return reached;
    }

    private static Object make(final Constructor<?> constructor, final Object... arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (final ReflectiveOperationException failure) {
            throw failed(failure);
        }
    }

    private static Object call(final Method method, final Object object, final Object... arguments) {
        try {
            return method.invoke(object, arguments);
        } catch (final ReflectiveOperationException failure) {
            throw failed(failure);
        }
    }

    private static IllegalStateException failed(final ReflectiveOperationException failure) {
        final Throwable cause = failure instanceof InvocationTargetException ? failure.getCause() : failure;
        return new IllegalStateException("JGraphT: " + cause, cause);
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (final IOException failure) {
            throw new IllegalStateException("jars of JGraphT could not be closed", failure);
        }
    }
}
