package org.gmt4j.maven;

import java.io.File;
import java.util.Optional;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** What the goals share: a project that uses the runtime, or one that does not and is left alone. */
abstract class GmtMojo extends AbstractMojo {
    static final String GROUP = "org.gmt4j";
    private static final String FIBERS = "gmt-quasar";

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${plugin}", readonly = true, required = true)
    private PluginDescriptor plugin;

    /** Leaves out all goals of this plugin. */
    @Parameter(property = "gmt.skip", defaultValue = "false")
    private boolean skip;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("left out: gmt.skip is set");
        } else {
            executeUnlessSkipped();
        }
    }

    abstract void executeUnlessSkipped() throws MojoExecutionException, MojoFailureException;

    final MavenProject project() {
        return project;
    }

    final PluginDescriptor plugin() {
        return plugin;
    }

    /**
     * The jar of the fibers among the dependencies that the goal has asked for; empty where the project does not use
     * the runtime.
     *
     * @throws MojoFailureException GMT-800 if it is of another version than this plugin
     */
    final Optional<File> fibers() throws MojoFailureException {
        for (final Artifact artifact : project.getArtifacts()) {
            if (artifact.getGroupId().equals(GROUP) && artifact.getArtifactId().equals(FIBERS)) {
                requireVersion(artifact.getBaseVersion());
                return Optional.of(artifact.getFile());
            }
        }
        getLog().debug("left out: no dependency brings " + GROUP + ":" + FIBERS);
        return Optional.empty();
    }

    private void requireVersion(final String version) throws MojoFailureException {
        if (!version.equals(plugin.getVersion())) {
            throw new MojoFailureException("GMT-800 the project uses version " + version + " of the runtime, and this"
                + " is gmt-maven-plugin " + plugin.getVersion() + ". Instrumented classes need their own version:"
                + " use the same version for both.");
        }
    }
}
