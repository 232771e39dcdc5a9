package org.gmt4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import com.puppycrawl.tools.checkstyle.api.AuditEvent;
import com.puppycrawl.tools.checkstyle.api.AuditListener;
import com.puppycrawl.tools.checkstyle.api.CheckstyleException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Whether sources written by hand keep the rules of {@code config/checkstyle.xml}. Tests, not a step of each module's
 * build: to read all sources takes some 45 s, in which the other core would have nothing to do. Files that have not
 * changed since are not read again.
 */
final class Style {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int FEWEST_FILES = 500;

    private Style() {
    }

    /** Requires it of all modules' sources in {@code src/PART/java}. */
    static void check(final String part) throws IOException, CheckstyleException {
        final List<File> sources = sources(part);
        assertTrue(sources.size() > FEWEST_FILES, sources.size() + " sources of " + part + " in " + ROOT);
        final List<String> broken = broken(part, sources);
        assertEquals("", String.join("\n", broken), broken.size() + " places break config/checkstyle.xml");
    }

    private static List<File> sources(final String part) throws IOException {
        final List<File> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (final Path module : modules.filter(folder -> Files.exists(folder.resolve("pom.xml"))).toList()) {
                final Path folder = module.resolve("src").resolve(part).resolve("java");
                if (Files.isDirectory(folder)) {
                    try (Stream<Path> files = Files.walk(folder)) {
                        files.filter(Files::isRegularFile).sorted().map(Path::toFile).forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }

    private static List<String> broken(final String part, final List<File> sources)
        throws IOException, CheckstyleException {
        final Checker checker = new Checker();
        checker.setModuleClassLoader(Checker.class.getClassLoader());
        checker.configure(ConfigurationLoader.loadConfiguration(
            ROOT.resolve("config").resolve("checkstyle.xml").toString(), new PropertiesExpander(new Properties())));
        checker.setCacheFile(Path.of("target", "style-" + part + "-cachefile").toAbsolutePath().toString());
        final Findings findings = new Findings();
        checker.addListener(findings);
        try {
            checker.process(sources);
        } finally {
            checker.destroy();
        }
        return findings.found;
    }

    /** What breaks a rule, and where. */
    private static final class Findings implements AuditListener {
        private final List<String> found = new ArrayList<>();

        @Override
        public void addError(final AuditEvent event) {
            found.add(ROOT.relativize(Path.of(event.getFileName())) + ":" + event.getLine() + " " + event.getMessage()
                + " [" + event.getSourceName().replaceFirst(".*\\.", "") + "]");
        }

        @Override
        public void addException(final AuditEvent event, final Throwable failure) {
            found.add(ROOT.relativize(Path.of(event.getFileName())) + ": " + failure);
        }

        @Override
        public void auditStarted(final AuditEvent event) {
            // nothing to begin
        }

        @Override
        public void auditFinished(final AuditEvent event) {
            // nothing to end
        }

        @Override
        public void fileStarted(final AuditEvent event) {
            // nothing to begin
        }

        @Override
        public void fileFinished(final AuditEvent event) {
            // nothing to end
        }
    }
}
