package org.gmt4j.engine.cluster;

/** What a process of a joined job does that is not node 0: it serves until the job ends, and ends with its outcome. */
final class OtherNodeMain {
    private static final int FAILED = 1;

    private OtherNodeMain() {
    }

    /**
     * Ends the process: 0 when the program of node 0 has closed the cluster after it went well, otherwise 1, and says
     * why. Does not return.
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
