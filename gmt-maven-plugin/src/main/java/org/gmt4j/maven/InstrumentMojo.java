package org.gmt4j.maven;

import java.io.File;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Instruments the classes of the project: methods that may wait learn to be left and entered again. The same step as
 * in the runtime's own build, with its checks: a method that cannot wait, and a store that would lose updates of other
 * tasks, fail the build with their line.
 *
 * <p>Class files that are instrumented already stay as they are, to the byte. A project without a dependency on the
 * runtime is left alone.
 */
@Mojo(name = "instrument", defaultPhase = LifecyclePhase.PROCESS_CLASSES,
    requiresDependencyResolution = ResolutionScope.COMPILE, threadSafe = true)
public final class InstrumentMojo extends GmtMojo {
    @Parameter(defaultValue = "${project.build.outputDirectory}", readonly = true, required = true)
    private File classes;

    @Override
    void executeUnlessSkipped() throws MojoExecutionException, MojoFailureException {
        if (fibers().isEmpty()) {
            return;
        }
        try {
            new ClassFolder(classes, project().getCompileClasspathElements()).instrument(getLog());
        } catch (final DependencyResolutionRequiredException e) {
            throw new MojoExecutionException(e);
        }
    }
}
