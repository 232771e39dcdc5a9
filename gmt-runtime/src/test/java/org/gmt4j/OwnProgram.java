package org.gmt4j;

import java.util.concurrent.TimeUnit;

/** A program of a user, run as several processes by tests; its argument says how it ends. */
public final class OwnProgram {
    private OwnProgram() {
    }

    /** Thrown by programs. */
    public static final class OwnException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public OwnException(final String message) {
            super(message);
        }
    }

    public static void main(final String[] args) throws Exception {
        if (args[0].startsWith("join")) {
            joined(args[0]);
            return;
        }
        GmtCluster.main(cluster -> run(cluster, args[0]));
        System.out.println("after main");
    }

    private static void run(final GmtCluster cluster, final String how) throws Exception {
        switch (how) {
            case "body fails":
                cluster.run(ctx -> ctx.executeOnAll(c -> {
                    if (c.nodeId() == c.nodeCount() - 1) {
                        throw new OwnException("out of cheese");
                    }
                }));
                break;
            case "program fails":
                System.out.println(cluster.<Integer>call(ctx -> ctx.nodeCount()));
                throw new java.io.IOException("no such file");
            case "exit in body":
                cluster.run(ctx -> ctx.execute(1, c -> System.exit(0)));
                break;
            case "exit in root":
                cluster.run(ctx -> System.exit(0));
                break;
            case "wait":
                System.out.println("waiting");
                TimeUnit.SECONDS.sleep(60);
                break;
            default:
                System.out.println(cluster.<Long>call(ctx -> {
                    final GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                    ctx.parFor(1000, 10, (i, c) -> a.addNb(c, i % 100, 1));
                    return a.get(ctx, 42);
                }));
                break;
        }
    }

    private static void joined(final String how) {
        try (GmtCluster cluster = GmtCluster.join()) {
            if (!cluster.isRoot()) {
                if (how.equals("join and submit")) {
                    cluster.run(ctx -> ctx.nodeId());
                }
                cluster.serve();
                System.out.println("served " + cluster.nodeId());
                return;
            }
            System.out.println(cluster.<Integer>call(ctx -> ctx.nodeCount()));
        }
        System.out.println("root " + Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
            .filter(name -> name.startsWith("gmt-")
            || name.startsWith("Timer") || name.contains("Fiber") || name.startsWith("aeron")).sorted().toList());
    }
}
