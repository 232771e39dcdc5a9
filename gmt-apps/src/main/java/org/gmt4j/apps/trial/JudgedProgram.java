package org.gmt4j.apps.trial;

import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;

/**
 * The problem of an application, apart from how often and where it is run: {@code gmt run} runs it on one job, a
 * benchmark on several in turn. Implementations carry the options of the problem, as mixins of the command line.
 */
public interface JudgedProgram {

    /** What one run came to. @param complaint what is wrong with its answer; empty: nothing, or nobody has looked */
    record Run(double seconds, String complaint) {
    }

    /** A problem that can be run again and again, on any cluster that has {@link #classes}. Main thread of node 0. */
    interface Work {
        /** Runs once, and judges the answer where the command line asks for it. */
        Run run(GmtCluster cluster);

        /** Adds the rate of runs that took so long. Returns the row. */
        BenchResult rate(BenchResult row, double... seconds);

        /** Returns the problem in a few words. */
        String words();
    }

    /** Refuses options that do not fit. */
    void validate();

    /** Describes the problem in the result of a run, and makes what is needed to judge its answers. */
    Work prepare(AppRun run);

    /** Adds what one run needs at a time, on one cluster. */
    void addMemory(AppMemory.Builder memory, Invocation job);

    /**
     * Returns options by name, with the values that give each of so many nodes the work that is meant for one.
     *
     * @throws CliException (usage) where there are none
     */
    Map<String, String> weakOptions(int nodes);

    /** Returns the classes whose bodies and values travel. */
    Class<?>[] classes();
}
