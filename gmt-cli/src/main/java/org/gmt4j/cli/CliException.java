package org.gmt4j.cli;

/** A command cannot do its work. The message starts with the code; the exit code follows from the kind. */
public final class CliException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private CliException(final int exitCode, final String message, final Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** @return a refusal of how the command was used: exit code 2 */
    public static CliException usage(final String message) {
        return new CliException(ExitCode.USAGE, "GMT-100 " + message, null);
    }

    /** @return a refusal of how the command was used, with a code of its own: exit code 2 */
    public static CliException usage(final String code, final String message) {
        return new CliException(ExitCode.USAGE, code + " " + message, null);
    }

    /** @return a refusal because this machine cannot do it: exit code 4; {@code code} is {@code GMT-12x} */
    public static CliException unfit(final String code, final String message) {
        return new CliException(ExitCode.ENVIRONMENT_UNFIT, code + " " + message, null);
    }

    /** @return a failure of the run: exit code 1; {@code code} is {@code GMT-1xx} */
    public static CliException failed(final String code, final String message, final Throwable cause) {
        return new CliException(ExitCode.RUN_FAILED, code + " " + message, cause);
    }

    /** @return a failure after a run whose verification has failed: exit code 3 */
    public static CliException unverified(final String code, final String message, final Throwable cause) {
        return new CliException(ExitCode.VERIFICATION_FAILED, code + " " + message, cause);
    }

    /** @return exit code for the process */
    public int exitCode() {
        return exitCode;
    }
}
