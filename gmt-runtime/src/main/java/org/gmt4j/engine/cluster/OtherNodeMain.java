package org.gmt4j.engine.cluster;

/** Runs a process of a joined job other than node 0: serves until the job ends, and exits with its outcome. */
final class OtherNodeMain {
    private static final int FAILED = 1;

    private OtherNodeMain() {
    }

    /**
     * Ends the process: with 0 when the program of node 0 has succeeded and closed the cluster, otherwise with 1 and a
     * message. Does not return.
     */
    static AssertionError serveAndExit(final JoinedJob job) {
        int code = 0;
        try {
            job.serve();
        } catch (final RuntimeException e) {
            System.err.println(e.getMessage());
            System.err.flush();
            code = FAILED;
        } finally {
            job.close();
        }
        System.exit(code);
        return new AssertionError("System.exit has returned");
    }
}
