package org.gmt4j.armci;

import org.gmt4j.GmtCluster;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.GmtApp;
import picocli.CommandLine.Option;

/** A program of several processes with one-sided memory: the random model, or puts until the job ends. */
public final class WindowApp implements GmtApp {
    private static final int BYTES = 160_000;

    @Option(names = "--endless", description = "puts until the other node is gone")
    private boolean isEndless;
    @Option(names = "--exit", description = "a body calls System.exit on this node")
    private Integer exits;

    @Override
    public String name() {
        return "windows";
    }

    @Override
    public String summary() {
        return "Moves bytes between processes.";
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {WindowApp.class, ArmciTransferTest.class};
    }

    @Override
    public void run(final AppRun run) {
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        if (exits != null) {
            final int node = exits;
            cluster.run(ctx -> ctx.execute(node, c -> System.exit(0)));
        }
        if (!isEndless) {
            final String wrong = cluster.call(ctx -> new ArmciTransferTest.Model(ctx, BYTES, 42).run(ctx, 200));
            if (!wrong.isEmpty()) {
                throw new IllegalStateException("the model differs: " + wrong);
            }
            return;
        }
        final ArmciMemory memory = cluster.armci().allocate(BYTES);
        System.err.println("memory is there");
        cluster.call(ctx -> {
            final Armci armci = Armci.of(ctx);
            final LocalBuffer source = LocalBuffer.of(new byte[BYTES]);
            for (;;) {
                armci.put(source, 0, memory, 1, 0, BYTES);
            }
        });
    }
}
