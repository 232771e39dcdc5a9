package org.gmt4j.cli.shell;

import java.util.Arrays;
import java.util.Map;
import jdk.jshell.execution.LocalExecutionControl;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;
import org.gmt4j.cli.ErrorReport;

/** Lets JShell run snippets in this process, beside the nodes; found by its name. Stateless. */
public final class SnippetEngine implements ExecutionControlProvider {
    static final String NAME = "gmt";
    private static final String SNIPPETS = "REPL.";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ExecutionControl generate(final ExecutionEnv environment, final Map<String, String> parameters) {
        return new LocalExecutionControl(new SnippetLoader()) {
            @Override
            protected String throwConvertedInvocationException(final Throwable failure)
                throws RunException, InternalException {
                ShellVariables.fail();
                return super.throwConvertedInvocationException(shortened(failure));
            }
        };
    }

    /** Without the frames of the runtime: what a person has typed remains. */
    private static Throwable shortened(final Throwable failure) {
        for (final Throwable at : ErrorReport.causes(failure)) {
            at.setStackTrace(Arrays.stream(at.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith(SNIPPETS)).toArray(StackTraceElement[]::new));
        }
        return failure;
    }
}
