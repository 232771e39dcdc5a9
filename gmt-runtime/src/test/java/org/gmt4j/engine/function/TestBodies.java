package org.gmt4j.engine.function;

import java.io.Serializable;
import org.gmt4j.NodeBound;
import org.gmt4j.fibers.SuspendExecution;

/** Body interfaces as the task package has them, for tests only. */
public final class TestBodies {
    private TestBodies() {
    }

    /** Stands for the context that each task is handed. */
    public static final class Context {
        long sum;
        Object seen;
    }

    public interface Body extends Serializable {
        void run(Context context) throws SuspendExecution;
    }

    public interface Function<R> extends Serializable {
        R call(Context context) throws SuspendExecution;
    }

    public interface Visit extends Serializable {
        long visit(long index, long argument);
    }

    /** No body, but a function that bodies may capture. */
    interface LongFunction extends Serializable {
        long apply(long value);
    }

    /** An array that lives on every node. */
    record Bound(int node, int boundKind, long boundId) implements NodeBound {
    }

    /** Resolves (1, id) to node 9's instance, refuses other kinds. */
    static final NodeResolver NODE_9 = (kind, id) -> kind == 1 ? new Bound(9, kind, id) : null;

    static final int LIMIT = 64 * 1024;

    static FunctionRegistryBuilder builder() {
        return FunctionRegistry.builder(Body.class, Function.class, Visit.class);
    }

    static FunctionRegistry registryOf(final Class<?>... classes) {
        return builder().register(classes).build();
    }

    /** The body as another node would make it: encoded by one registry and decoded by another of the same classes. */
    static <T> T travel(final T body, final Class<T> type, final Class<?>... classes) {
        final ValueWriter out = new ValueWriter(LIMIT);
        final int id = registryOf(classes).encode(body, out);
        final ValueReader in = new ValueReader().wrap(out.toByteArray(), 0, out.length());
        final T copy = registryOf(classes).decodeBody(id, type, in, NODE_9);
        in.requireEnd();
        return copy;
    }
}
