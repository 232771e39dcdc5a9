package org.gmt4j.maven;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import org.gmt4j.maven.MavenBuild.Ended;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The goals in a project of several modules, see {@code src/test/projects/modules}: each pom.xml says what is odd
 * about its module.
 */
@Timeout(500)
class GoalsTest {
    @TempDir
    private static Path folder;

    private static MavenBuild modules;

    @BeforeAll
    static void copy() throws Exception {
        final PrivateRepository repository = new PrivateRepository(folder.resolve("repository"));
        repository.installFibers("0.0.9");
        final Path project = Path.of("src/test/projects/modules").toAbsolutePath();
        modules = new MavenBuild(repository, project, folder.resolve("modules"));
    }

    @Test
    void shouldBuildOddModulesAndRefuseWrongOnesWithTheirLine() throws Exception {
        final Ended ended = modules.run("--fail-at-end", "test").failed();
        ended.says("GMT-803 maven-surefire-plugin is configured with <argLine>-Xmx256m</argLine>",
            "Tests run: 2, Failures: 0, Errors: 0, Skipped: 0", "Tests run: 1, Failures: 0, Errors: 0, Skipped: 0",
            "on project refused: GMT-801", "Bins.java:16): GMT-701 the store to bins.get()[bin] in line 17",
            "on project older: GMT-800 the project uses version 0.0.9 of the runtime, and this is gmt-maven-plugin "
                + PrivateRepository.VERSION);
        for (final String module : new String[] {"nothing", "empty", "tests-only", "modular"}) {
            assertFalse(ended.said().contains("on project " + module + ":"), ended::said);
        }
    }

    @Test
    void shouldRunTheLastModuleWithTheSettingsGiven() throws Exception {
        modules.run("gmt:run", "-pl", "nothing,modular", "-Dgmt.nodes=3", "-Dgmt.fibers=64",
            "-Dgmt.version=" + PrivateRepository.VERSION).succeeded()
            .says("built, not run", "nodes add up to 3, fibers 64");
    }

    @Test
    void shouldSayWhyAProgramCannotRun() throws Exception {
        modules.run("gmt:run", "-pl", "nothing").failed()
            .says("GMT-804 modules:nothing:jar:1 does not depend on the runtime");
        modules.run("gmt:run", "-pl", "empty").failed().says("GMT-805 nothing is compiled");
        modules.run("gmt:run", "-pl", "modular", "-Dgmt.main=Rings").failed()
            .says("GMT-782", "there is no class Rings (with a main method there is: app.Ring)")
            .says("GMT-806 the program has ended with 2");
        modules.run("gmt:run", "-pl", "modular", "-Dgmt.arguments=x y").failed()
            .says("no argument is known: x y", "GMT-806 the program has ended with 1");
    }

    /** Maven compiles with the Java that it runs on; the program's is looked for where that says it is. */
    @Test
    void shouldSayThatJavaIsGone() throws Exception {
        modules.run("process-classes", "-pl", "modular").succeeded();
        modules.run("gmt:run", "-pl", "modular", "-Djava.home=/no/such/place").failed()
            .says("GMT-807 Java cannot be started: java.io.IOException: Cannot run program "
                + "\"/no/such/place/bin/java\"", "Maven runs on /no/such/place.");
    }

    /** Maven's command line goes before the property of the project, to which the agent is added. */
    @Test
    void shouldWarnWhereTheCommandLineHidesTheAgent() throws Exception {
        modules.run("test", "-pl", "tests-only", "-DargLine=-Xmx300m").failed()
            .says("GMT-298 ", "GMT-803 -DargLine=-Xmx300m on Maven's command line hides the agent");
    }

    @Test
    void shouldLeaveOutWhatItIsToldTo() throws Exception {
        modules.run("test", "-pl", "tests-only", "-Dgmt.skip").failed().says("left out: gmt.skip is set", "GMT-298 ");
    }
}
