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
 * Instruments the tests of the project, as {@link InstrumentMojo} does its classes; also where only tests use the
 * runtime.
 */
@Mojo(name = "instrument-tests", defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES,
    requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public final class InstrumentTestsMojo extends GmtMojo {
    @Parameter(defaultValue = "${project.build.testOutputDirectory}", readonly = true, required = true)
    private File classes;

    @Override
    void executeUnlessSkipped() throws MojoExecutionException, MojoFailureException {
        if (fibers().isEmpty()) {
            return;
        }
        try {
            new ClassFolder(classes, project().getTestClasspathElements()).instrument(getLog());
        } catch (final DependencyResolutionRequiredException e) {
            throw new MojoExecutionException(e);
        }
    }
}
