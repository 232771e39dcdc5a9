package org.gmt4j;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.engine.task.TaskRuntime;

/** The {@link NodeLocal} objects of one node by id. Node 0 assigns the ids. Any thread; set-up. */
final class NodeLocalTable {
    private final Map<Long, NodeLocal<?>> locals = new ConcurrentHashMap<>();
    private final AtomicLong nextId = new AtomicLong();

    NodeLocalTable(final TaskRuntime runtime) {
        runtime.objects().register(NodeLocal.KIND, "node-local object", this::find);
    }

    /** Returns this node's instance, or null. */
    NodeLocal<?> find(final long id) {
        return locals.get(id);
    }

    long takeId() {
        return nextId.getAndIncrement();
    }

    void install(final NodeLocal<?> local) {
        locals.put(local.boundId(), local);
    }

    NodeLocal<?> remove(final long id) {
        return locals.remove(id);
    }
}
