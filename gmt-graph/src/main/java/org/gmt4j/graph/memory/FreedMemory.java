package org.gmt4j.graph.memory;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.gmt4j.NodeLocal;
import org.gmt4j.NodeMemory;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * What a node has taken outside of the heap for large graphs, and has freed. The C library keeps it for the next graph,
 * which is loaded a fifth faster with it than with fresh memory. Its machine has it back when it is short of memory,
 * when a graph could not be loaded, and when no other one has followed a second after one was closed. One for each
 * node; any thread.
 */
public final class FreedMemory {
    private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, FreedMemory::start);

    /** How often much has been taken, and how often of these was known when all was given back. */
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong given = new AtomicLong();
    private final BooleanSupplier trim;

    FreedMemory() {
        this(NodeMemory::trim);
    }

    /** @param trim gives back */
    public FreedMemory(final BooleanSupplier trim) {
        this.trim = trim;
    }

    private static void start(final Runnable trim) {
        final Thread thread = new Thread(trim, "gmt-freed-memory");
        thread.setDaemon(true);
        thread.start();
    }

    /** Of this node. */
    public static FreedMemory of(final TaskContext ctx) {
        return NodeLocal.here(ctx, FreedMemory.class, FreedMemory::new);
    }

    /** A graph takes much, and will free it. */
    public void expect() {
        taken.incrementAndGet();
    }

    /** Gives all back where a graph has taken much since the last time, on all nodes. */
    public static void giveBack(final TaskContext ctx) throws SuspendExecution {
        ctx.executeOnAll(node -> {
            final FreedMemory here = of(node);
            if (here.holds()) {
                node.callBlocking(here::giveBack);
            }
        });
    }

    /** Gives all back where a graph has taken much since the last time; returns whether something may have come. */
    public boolean giveBack() {
        final long now = taken.get();
        return given.getAndSet(now) != now && trim.getAsBoolean();
    }

    /** Whether a graph has taken much, and not all of it may have been given back. */
    boolean holds() {
        return given.get() != taken.get();
    }

    /** Gives all back in a moment, on all nodes where no graph has taken much until then. */
    public static void giveBackSoon(final TaskContext ctx) throws SuspendExecution {
        ctx.executeOnAll(node -> of(node).giveBackSoon());
    }

    void giveBackSoon() {
        final long now = taken.get();
        if (holds()) {
            LATER.execute(() -> {
                if (taken.get() == now) {
                    giveBack();
                }
            });
        }
    }
}
