package org.gmt4j.runtime.node;

import java.util.List;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.server.CommunicationServer;
import org.gmt4j.runtime.helper.CommandExecutor;
import org.gmt4j.runtime.task.Worker;

/** The running threads of one node. */
interface NodeThreads {
    void start();

    /** Wakes whatever may be parked. */
    void wake();

    /** Ends the threads and waits for them, a bounded time. Returns false when one did not end. */
    boolean stop();

    /** Gives back memory outside of the heap, once, after all threads have ended and nobody asks for anything any more. */
    default void free() {
    }

    CommunicationServer server();

    List<Lane> lanes();

    List<Worker> workers();

    List<CommandExecutor> executors();

    /** The threads that run bodies. */
    List<Carrier> carriers();

    /** Stack traces of the node's threads, for the report of a hang. */
    List<Thread> threads();
}
