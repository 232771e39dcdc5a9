package org.gmt4j.cli;

/** Exit codes of every command: a contract with scripts. */
public final class ExitCode {

    public static final int OK = 0;
    public static final int RUN_FAILED = 1;
    public static final int USAGE = 2;
    public static final int VERIFICATION_FAILED = 3;
    public static final int ENVIRONMENT_UNFIT = 4;
    public static final int INTERRUPTED = 130;

    private ExitCode() {
    }
}
