package org.gmt4j.cli.shell;

import co.paralleluniverse.fibers.instrument.SnippetStep;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;
import jdk.jshell.spi.ExecutionControl.ClassInstallException;
import jdk.jshell.spi.ExecutionControl.EngineTerminationException;
import jdk.jshell.spi.ExecutionControl.InternalException;

/**
 * Loads the classes of snippets: instrumented, so that their bodies may wait, and known to the nodes before they run.
 * Their class files stay readable, for the nodes look at them. Threads of the shell and of nodes.
 */
final class SnippetLoader implements LoaderDelegate {
    private final Files loader = new Files();
    private final Map<String, Class<?>> classes = new HashMap<>();
    private final SnippetStep step = new SnippetStep(ShellVariables.class, "here", System.err::println);

    /** Class files by name. */
    private static final class Files extends ClassLoader {
        private final Map<String, byte[]> files = new ConcurrentHashMap<>();

        Files() {
            super(SnippetLoader.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(final String name) throws ClassNotFoundException {
            final byte[] file = files.get(name);
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, file, 0, file.length);
        }

        @Override
        public InputStream getResourceAsStream(final String resource) {
            final byte[] file = resource.endsWith(".class")
                ? files.get(resource.substring(0, resource.length() - ".class".length()).replace('/', '.')) : null;
            return file == null ? super.getResourceAsStream(resource) : new ByteArrayInputStream(file);
        }
    }

    @Override
    public void load(final ClassBytecodes[] files) throws ClassInstallException {
        final boolean[] loaded = new boolean[files.length];
        try {
            for (final ClassBytecodes file : files) {
                loader.files.put(file.name(), file.bytecodes());         // they name each other
            }
            for (final ClassBytecodes file : files) {
                loader.files.put(file.name(), step.instrument(loader, file.name().replace('.', '/'),
                    file.bytecodes()));
            }
            for (int i = 0; i < files.length; i++) {
                classes.put(files[i].name(), loader.loadClass(files[i].name()));
                loaded[i] = true;
            }
            for (final ClassBytecodes file : files) {
                ShellVariables.nodes().register(classes.get(file.name()));
            }
        } catch (final ReflectiveOperationException | LinkageError | RuntimeException e) {
            throw new ClassInstallException(String.valueOf(e), loaded);
        }
    }

    @Override
    public void classesRedefined(final ClassBytecodes[] files) {
        throw new UnsupportedOperationException("classes of snippets are replaced by others");
    }

    @Override
    public void addToClasspath(final String path) throws EngineTerminationException, InternalException {
        throw new InternalException("the class path of the shell is that of gmt; GMT_JAVA_OPTS cannot extend it");
    }

    @Override
    public Class<?> findClass(final String name) throws ClassNotFoundException {
        final Class<?> found = classes.get(name);
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        return found;
    }
}
