package org.gmt4j.aggregation.queue;

/**
 * Operations that a lane holds back before they become commands, so that later ones can be combined with them. Owned by
 * the lane's thread. The methods that issue operations are called between bodies, or where a body is inside no
 * operation. They may make progress as a claim does.
 */
public interface HeldOperations {
    /** Issues all operations that are held back. */
    void issueAll();

    /** Issues all operations that are held back where somebody waits for one of them. Costs a branch otherwise. */
    void issueAwaited();

    /** Issues those that others are joined to while a command is under way. While a body computes, nobody joins. */
    void issueGathered();

    /** Has the issuer of operations that are held back wait for them: see {@link Completion#takeHold}. */
    void join(Completion issuer);

    /** Issues them when they have been held back for long. Costs a branch where there are none. */
    void issueDue(long nowNs);

    /** Returns whether nothing is held back. */
    boolean isEmpty();
}
