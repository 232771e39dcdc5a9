package org.gmt4j.quasar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/** Compiles sources inside a test; nothing is instrumented. */
final class TestCompiler {
    private TestCompiler() {
    }

    static void compile(final Path classes, final List<Path> sources) {
        final List<String> arguments = new ArrayList<>(List.of("--release", "17", "-nowarn", "-proc:none",
            "-d", classes.toString(), "-cp", libraries()));
        sources.forEach(source -> arguments.add(source.toString()));
        final ByteArrayOutputStream messages = new ByteArrayOutputStream();
        final int status = ToolProvider.getSystemJavaCompiler()
            .run(null, messages, messages, arguments.toArray(String[]::new));
        assertEquals(0, status, messages::toString);
    }

    /** The class path of this JVM without the folder of the instrumented tests. */
    static String libraries() {
        final String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(path.split(File.pathSeparator))
            .filter(entry -> !Path.of(entry).endsWith("test-classes"))
            .collect(Collectors.joining(File.pathSeparator));
    }
}
