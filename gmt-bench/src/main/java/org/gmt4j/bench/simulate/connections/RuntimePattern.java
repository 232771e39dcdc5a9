package org.gmt4j.bench.simulate.connections;

/**
 * An application, and what GMT's runtime connects for it where each process is a node of GMT: process 0 starts a task
 * on all others, and barriers, reductions and gathers go up and down a tree of fan-out 4 with process 0 at its root.
 *
 * @param app the application
 */
record RuntimePattern(Pattern app) implements Pattern {
    private static final int FAN_OUT = 4;

    @Override
    public String layout() {
        return app.layout();
    }

    @Override
    public int working(final int processes) {
        return app.working(processes);
    }

    @Override
    public void run(final ConnectionTable table) {
        app.run(table);
        for (int process = 1; process < table.placement().processes(); process++) {
            table.touchProcess(0, process);
            table.touchProcess(process, parent(process));
            table.touchProcess(parent(process), process);
        }
    }

    private static int parent(final int process) {
        return (process - 1) / FAN_OUT;
    }
}
