package org.gmt4j.engine.objects;

/**
 * Handles commands of 16 bytes that do not access memory: an owner's side of mutexes, a board of notifications. Found
 * by an id that is the same on all nodes, see {@link ServiceTable}.
 */
public interface RemoteService {
    /**
     * Executes one command. Any helper, or a task of this node; must not wait and must not issue commands, but may
     * raise signals.
     *
     * @param origin  node that has sent it
     * @param offset  40 bits of the command word: operation and index, defined by the service
     * @param operand operand of the sender
     * @return value to send back, where one is requested
     */
    long execute(int origin, long offset, long operand);
}
