package org.gmt4j.maven;

import java.io.File;
import java.util.Optional;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * Starts the JVMs of tests with the agent, which opens what the runtime needs of the JDK: adds {@code -javaagent} to
 * the property {@code argLine}, which surefire and failsafe read, in front of what it holds. Bound late, so that a
 * build that ends before the tests needs no dependency of tests.
 */
@Mojo(name = "agent", defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES,
    requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public final class AgentMojo extends GmtMojo {
    private static final String SUREFIRE = "argLine";
    /** Tests run with assertions, which make the fibers slow and warn of it. */
    private static final String WITHOUT_ASSERTIONS = "-da:co.paralleluniverse...";
    private static final String[] RUNNERS = {"maven-surefire-plugin", "maven-failsafe-plugin"};

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    /** The property that gets the flag. */
    @Parameter(defaultValue = SUREFIRE)
    private String propertyName;

    @Override
    void executeUnlessSkipped() throws MojoFailureException {
        final Optional<File> jar = fibers();
        if (jar.isEmpty()) {
            return;
        }
        final String before = project().getProperties().getProperty(propertyName, "").strip();
        final String flag = "\"-javaagent:" + jar.get() + "\" " + WITHOUT_ASSERTIONS;
        if (!before.contains(flag)) {
            project().getProperties().setProperty(propertyName, (flag + " " + before).strip());
        }
        getLog().debug(propertyName + " = " + project().getProperties().getProperty(propertyName));
        if (propertyName.equals(SUREFIRE)) {
            warnOfHiddenProperty();
        }
    }

    /** A fixed text in the configuration takes the place of the property, and so does Maven's command line. */
    private void warnOfHiddenProperty() {
        final String typed = session.getUserProperties().getProperty(SUREFIRE);
        if (typed != null && argLine(RUNNERS[0]) == null) {
            getLog().warn("GMT-803 -D" + SUREFIRE + "=" + typed + " on Maven's command line hides the agent: tests will"
                + " end with GMT-298. Make it the property argLine of the pom.");
        }
        for (final String runner : RUNNERS) {
            final String line = argLine(runner);
            if (line != null && !line.contains("{" + SUREFIRE + "}")) {
                getLog().warn("GMT-803 " + runner + " is configured with <argLine>" + line + "</argLine>, which hides"
                    + " the agent: tests will end with GMT-298. Write <argLine>@{argLine} " + line + "</argLine>, or"
                    + " make it the property argLine.");
            }
        }
    }

    /** Null where nothing is configured. */
    private String argLine(final String runner) {
        final Plugin configured = project().getPlugin("org.apache.maven.plugins:" + runner);
        final Xpp3Dom line = configured != null && configured.getConfiguration() instanceof Xpp3Dom all
            ? all.getChild(SUREFIRE) : null;
        return line == null ? null : line.getValue();
    }
}
