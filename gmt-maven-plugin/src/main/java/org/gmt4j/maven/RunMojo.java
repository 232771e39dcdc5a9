package org.gmt4j.maven;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.aggregation.settings.SettingDescriptor;
import org.gmt4j.engine.node.SettingRecords;

/**
 * Compiles the project and runs its program on node processes of this machine, as {@code gmt run --classes} does: the
 * main class by its name, with its package or without, or the only one there is.
 *
 * <p>Settings are those of {@code gmt run}: {@code gmt.properties}, variables, and {@code -Dgmt.fibers=512} on Maven's
 * command line.
 *
 * <p>In a build of several modules the last one runs, and the others are built for it: {@code mvn gmt:run -pl app -am}.
 */
@Mojo(name = "run", requiresDependencyResolution = ResolutionScope.RUNTIME)
@Execute(phase = LifecyclePhase.PROCESS_CLASSES)
public final class RunMojo extends GmtMojo {
    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${project.build.outputDirectory}", readonly = true, required = true)
    private File classes;

    /** The class with the main method; needed where several have one. */
    @Parameter(property = "gmt.main")
    private String main;

    /** The number of nodes, each a process; else that of the settings, which is 2. */
    @Parameter(property = "gmt.nodes")
    private Integer nodes;

    /** Arguments of the program, separated by blanks. */
    @Parameter(property = "gmt.arguments", defaultValue = "")
    private String arguments;

    /** Further options of {@code gmt run}, separated by blanks: {@code --in-process}, {@code --profile} ... */
    @Parameter(property = "gmt.options", defaultValue = "")
    private String options;

    @Override
    void executeUnlessSkipped() throws MojoExecutionException, MojoFailureException {
        final List<?> modules = session.getProjects();
        if (modules.get(modules.size() - 1) != project()) {
            getLog().info("built, not run: the last module runs");
            return;
        }
        if (fibers().isEmpty()) {
            throw new MojoFailureException("GMT-804 " + project().getId() + " does not depend on the runtime. Add the"
                + " dependency " + GROUP + ":gmt-runtime:" + plugin().getVersion() + ", or name the module that"
                + " has the program: -pl MODULE -am.");
        }
        if (!classes.isDirectory()) {
            throw new MojoFailureException("GMT-805 nothing is compiled: there is no " + classes
                + ". Write the program to src/main/java, or name the module that has it: -pl MODULE -am.");
        }
        final ProgramProcess process =
            new ProgramProcess(plugin().getArtifacts(), classes, project().getArtifacts(), settings());
        try {
            final int code = process.run(project().getBasedir(), main, nodes, words(options), words(arguments));
            if (code != 0) {
                throw new MojoFailureException("GMT-806 the program has ended with " + code + ", see what it says"
                    + " above. -Dgmt.main names the main class, -Dgmt.arguments what it gets, -Dgmt.options what gmt"
                    + " run gets.");
            }
        } catch (final IOException e) {
            throw new MojoExecutionException("GMT-807 Java cannot be started: " + e + ". Maven runs on "
                + System.getProperty("java.home") + ".", e);
        }
    }

    /**
     * Settings that Maven was given: {@code -Dgmt.fibers=512}. Properties of the project that are none, such as the
     * version that a pom calls {@code gmt.version}, stay Maven's.
     */
    private Map<String, String> settings() {
        final Map<String, String> given = new TreeMap<>();
        session.getUserProperties().stringPropertyNames().stream()
            .filter(name -> name.startsWith("gmt.") && !ReservedVariables.isOfMaven(name))
            .filter(name -> !project().getProperties().containsKey(name)
                || SettingRecords.catalog().find(SettingDescriptor.canonicalKey(name)).isPresent())
            .forEach(name -> given.put(name, session.getUserProperties().getProperty(name)));
        return given;
    }

    private static List<String> words(final String text) {
        return text == null || text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }
}
