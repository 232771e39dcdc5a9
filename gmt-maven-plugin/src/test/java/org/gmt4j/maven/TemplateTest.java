package org.gmt4j.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code examples/template} outside of this project: built, tested and run, without the network. */
@Timeout(500)
class TemplateTest {
    private static final Pattern PLUGIN = Pattern.compile("<artifactId>maven-[a-z]+-plugin</artifactId><version>[^<]+");

    /** Of all tests: the first build finds nothing there, and further ones need not fetch what it has fetched. */
    @TempDir
    private static Path shared;
    private static PrivateRepository repository;

    @TempDir
    private Path folder;

    private MavenBuild template;

    @BeforeAll
    static void make() throws IOException {
        repository = new PrivateRepository(shared.resolve("repository"));
    }

    @BeforeEach
    void copy() throws IOException {
        template = new MavenBuild(repository, PrivateRepository.PROJECT.resolve("examples/template"),
            folder.resolve("my project"));
    }

    @Test
    void shouldBuildTestAndRun() throws Exception {
        template.run("test", "gmt:run", "-Dgmt.nodes=3").succeeded()
            .says("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0", "hello from 3 nodes: 333328333350000");
        final Path compiled = template.folder().resolve("target/classes/hello/Hello.class");
        final FileTime instrumented = Files.getLastModifiedTime(compiled);
        template.run("-o", "gmt:run", "-Dgmt.nodes=1", "-Dgmt.main=Hello", "-Dgmt.arguments=10").succeeded()
            .says("hello from 1 nodes: 285");
        assertEquals(instrumented, Files.getLastModifiedTime(compiled), "what is instrumented stays as it is");
        try (Stream<Path> left = Files.list(template.folder().resolve("jobs"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void shouldDoSoOnAnotherJdk() throws Exception {
        template.runOn(otherJdk(), "test", "gmt:run", "-Dgmt.nodes=3").succeeded()
            .says("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0", "hello from 3 nodes: 333328333350000");
    }

    @Test
    void shouldHaveTheLinesThatTheDocumentsShow() throws IOException {
        final String lines = fourLines(Files.readString(template.folder().resolve("pom.xml")));
        for (final String document : List.of("README.md", "docs/maven-gradle.md")) {
            final String text = Files.readString(PrivateRepository.PROJECT.resolve(document))
                .replace(PrivateRepository.VERSION, "${gmt.version}").replaceAll("\\s+", " ");
            assertTrue(text.contains(lines),
                document + " does not show: " + lines);
        }
    }

    /** Else the copy asks for what this build has not downloaded, and fails on a machine that has nothing else. */
    @Test
    void shouldNameTheVersionsThatThisBuildHas() throws IOException {
        final Path project = PrivateRepository.PROJECT;
        final String known = Files.readString(project.resolve("pom.xml"));
        for (final String copied : List.of("examples/template", "gmt-maven-plugin/src/test/projects/modules")) {
            final String pom = Files.readString(project.resolve(copied).resolve("pom.xml"));
            final List<String> plugins = PLUGIN.matcher(pom).results().map(MatchResult::group).toList();
            assertTrue(plugins.size() > 2, copied);
            plugins.forEach(plugin -> assertTrue(known.contains(plugin), copied + " has " + plugin));
        }
        final String junit = junit(Files.readString(template.folder().resolve("pom.xml")));
        assertTrue(known.contains("<junit.version>" + junit + "<"), junit);
    }

    private static String junit(final String pom) {
        final int version = pom.indexOf("<version>", pom.indexOf("junit-jupiter")) + "<version>".length();
        return pom.substring(version, pom.indexOf('<', version));
    }

    private static String fourLines(final String pom) {
        final int first = pom.indexOf("<plugin>");
        return pom.substring(first, pom.indexOf("</plugin>", first)).replaceAll("\\s+", " ");
    }

    /** JAVA25_HOME, or the newest JDK next to ours that is not as new as ours. */
    private static Path otherJdk() throws IOException {
        final List<Path> homes = new ArrayList<>();
        Optional.ofNullable(System.getenv("JAVA25_HOME")).map(Path::of).ifPresent(homes::add);
        final Path siblings = Path.of(System.getProperty("java.home")).toRealPath().getParent();
        try (Stream<Path> paths = Files.list(siblings)) {
            paths.forEach(homes::add);
        }
        final int own = Runtime.version().feature();
        final Optional<Path> newest = homes.stream().filter(home -> Files.isExecutable(home.resolve("bin/javac")))
            .filter(home -> featureOf(home) >= 17 && featureOf(home) != own)
            .max(Comparator.comparingInt(TemplateTest::featureOf));
        assumeTrue(newest.isPresent(), "no other JDK >= 17 in " + siblings + " nor in JAVA25_HOME");
        return newest.get();
    }

    private static int featureOf(final Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION=\""))
                .map(line -> line.substring(14).split("[^0-9]")[0]).mapToInt(Integer::parseInt).findFirst().orElse(0);
        } catch (final IOException | NumberFormatException e) {
            return 0;
        }
    }
}
