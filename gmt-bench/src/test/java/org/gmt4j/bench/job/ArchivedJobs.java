package org.gmt4j.bench.job;

import org.gmt4j.ClassArchive;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Jobs that benchmarks of a test class start ({@link ChildJob}) take their classes from the {@link ClassArchive}, which
 * the module's {@code pom.xml} names in the environment; it fits its own class path only.
 */
public final class ArchivedJobs implements BeforeAllCallback, AfterAllCallback {
    private static final String CLASS_PATH = "java.class.path";
    private String before;

    @Override
    public void beforeAll(final ExtensionContext context) {
        before = System.setProperty(CLASS_PATH, ClassArchive.path());
    }

    @Override
    public void afterAll(final ExtensionContext context) {
        System.setProperty(CLASS_PATH, before);
    }
}
