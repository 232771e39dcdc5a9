package org.gmt4j.bench.scale;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gmt4j.bench.job.ChildJob;

/** Runs the jobs of a series, one at a time. */
interface JobRunner {

    /**
     * Runs a job to its end, or ends it beyond the limit. One thread.
     *
     * @throws IOException when it cannot be started or its result cannot be read
     */
    ChildJob.Outcome run(List<String> arguments, Duration limit) throws IOException, InterruptedException;

    /** Ends the job that runs, with its nodes, and lets no other begin. Any thread. */
    void end();

    /** Jobs as processes, launched as a user would. */
    static JobRunner ofProcesses() {
        return new JobRunner() {
            private ChildJob running;     // guarded by this
            private boolean isEnded;      // guarded by this

            @Override
            public ChildJob.Outcome run(final List<String> arguments, final Duration limit) throws IOException,
                InterruptedException {
                return started(arguments).await(limit);
            }

            private synchronized ChildJob started(final List<String> arguments) throws IOException,
                InterruptedException {
                if (isEnded) {
                    throw new InterruptedException("the series has been ended");
                }
                running = ChildJob.start(arguments);
                return running;
            }

            @Override
            public synchronized void end() {
                isEnded = true;
                if (running != null) {
                    running.end();
                }
            }
        };
    }
}
