package org.gmt4j.aggregation.transport;

/**
 * The streams that carry a connection: one per class to a node, made by this side, and one per class from it, made by
 * the other. Owned by the thread of the transport; grade: set-up. Never waits.
 *
 * <p>The two sides tell each other the <em>ticket</em> of each stream they have made; only streams with an admitted
 * ticket are read.
 */
public interface Links {
    /** Number of times that streams to one node may be given back within {@link #lingerNs}. */
    int MOST_RELEASES = 16;
    /** The streams to the node are not there yet: go on with doWork. */
    int CREATING = 0;
    /** They are there, and their tickets known. */
    int CREATED = 1;
    /** They cannot be made. */
    int BROKEN = 2;

    /** Begins to make the streams to a node; those that exist stay. */
    void createLinks(int node);

    /** @return {@link #CREATING}, {@link #CREATED} or {@link #BROKEN} */
    int linkState(int node);

    /** @return why the state is {@link #BROKEN} */
    String linkFailure(int node);

    /**
     * The ticket by which the other side admits a stream; while {@link #CREATED}.
     *
     * @return the number of the stream in the upper half, which no other stream of this node to that one in this class
     *         has; in the lower half the transport's form of it
     */
    long ticket(int node, TrafficClass cls);

    /**
     * From now on the node's streams with these tickets are read, and those that the transport itself
     * replaces them by when their positions are used up. Streams with other tickets are not read, nor are those that
     * come later, until they are admitted.
     */
    void admit(int node, long requestTicket, long replyTicket);

    /** @return how far the stream to the node has been written */
    long sentPosition(int node, TrafficClass cls);

    /** @return how far the admitted stream from the node has been read */
    long receivedPosition(int node, TrafficClass cls);

    /** Gives the streams to the node back. The other side has read them to the end, or does so. */
    void releaseLinks(int node);

    /**
     * How long streams that were given back still count at the other side. There is room for the present ones and
     * {@link #MOST_RELEASES} released in any such time, twice.
     *
     * @return 0: they are gone at once
     */
    default long lingerNs() {
        return 0;
    }

    /** @return bytes that the streams to a node take */
    long bytesPerConnection();
}
