package org.gmt4j.engine.objects;

/**
 * Answers commands of 16 bytes that are not about memory: an owner's side of mutexes, a board of notifications. Found
 * by an id that is the same on all nodes, see {@link ServiceTable}.
 */
public interface RemoteService {
    /**
     * Executes one command. Any helper, or a task of this node; must not wait, must not issue commands (it may raise
     * signals).
     *
     * @param origin  the node that has sent it
     * @param offset  40 bits of the command word: operation and index, as the service likes
     * @param operand as sent
     * @return the value that goes back where one is asked for
     */
    long execute(int origin, long offset, long operand);
}
