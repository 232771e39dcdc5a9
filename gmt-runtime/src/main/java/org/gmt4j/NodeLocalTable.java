package org.gmt4j;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.gmt4j.engine.task.TaskRuntime;

/** The {@link NodeLocal} objects of one node by id. Node 0 assigns the ids. Any thread; set-up. */
final class NodeLocalTable {
    private final int node;
    private final Map<Long, NodeLocal<?>> locals = new ConcurrentHashMap<>();
    /** What libraries keep as long as the node lives. */
    private final Map<Class<?>, Object> kept = new ConcurrentHashMap<>();
    private final AtomicLong nextId = new AtomicLong();
    /** Highest id that there has been here. An object is here before any body can capture it. */
    private final AtomicLong highestId = new AtomicLong(-1);

    NodeLocalTable(final TaskRuntime runtime) {
        node = runtime.nodeId();
        runtime.objects().register(NodeLocal.KIND, "node-local object", this::find, this::gone);
    }

    /** Returns this node's instance, or null. */
    NodeLocal<?> find(final long id) {
        return locals.get(id);
    }

    /** Returns the object of a class, made by the first call. */
    <T> T kept(final Class<T> type, final Supplier<? extends T> maker) {
        final Object found = kept.get(type);
        return type.cast(found != null ? found
            : kept.computeIfAbsent(type, key -> Objects.requireNonNull(maker.get(), "the maker's result")));
    }

    /** Returns one that says at its use that the object has been freed; null where there was none. */
    private NodeLocal<?> gone(final long id) {
        return id <= highestId.get() ? NodeLocal.freed(id, node) : null;
    }

    long takeId() {
        return nextId.getAndIncrement();
    }

    void install(final NodeLocal<?> local) {
        locals.put(local.boundId(), local);
        highestId.accumulateAndGet(local.boundId(), Math::max);
    }

    NodeLocal<?> remove(final long id) {
        return locals.remove(id);
    }
}
