package org.gmt4j.broken.aggregation.server;

import java.util.concurrent.locks.ReentrantLock;

/** Breaks: no locks. */
public final class ServerWithLock {
    final ReentrantLock lock = new ReentrantLock();
}
