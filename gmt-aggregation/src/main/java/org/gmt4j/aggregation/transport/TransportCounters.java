package org.gmt4j.aggregation.transport;

/**
 * Counters of the traffic of a transport. Written by the thread of the transport with plain stores; readers in other
 * threads may see values that are a little old, which is harmless for metrics (64-bit fields do not tear on the
 * machines we run on).
 */
public final class TransportCounters {
    long claims;
    long claimedBytes;
    long claimsAborted;
    long claimsBackPressured;
    long claimsNotConnected;
    long buffersDelivered;
    long bytesDelivered;
    long looks;
    long deliveriesRefused;
    long invalidBuffers;
    long fillersSent;
    long fillersReceived;
    long connectionsOpened;
    long connectionsRebuilt;
    long connectionsRejected;
    long errors;

    TransportCounters() {
    }

    /** @return claims granted */
    public long claims() {
        return claims;
    }

    /** @return bytes in granted claims */
    public long claimedBytes() {
        return claimedBytes;
    }

    /** @return granted claims that were given back */
    public long claimsAborted() {
        return claimsAborted;
    }

    /** @return claims refused for want of room */
    public long claimsBackPressured() {
        return claimsBackPressured;
    }

    /** @return claims refused while a connection was being opened */
    public long claimsNotConnected() {
        return claimsNotConnected;
    }

    /** @return buffers taken by consumers */
    public long buffersDelivered() {
        return buffersDelivered;
    }

    /** @return bytes in the buffers taken by consumers */
    public long bytesDelivered() {
        return bytesDelivered;
    }

    /**
     * @return streams that polls have looked at, those that had nothing included; 0 where a look costs nothing worth
     *         counting
     */
    public long looks() {
        return looks;
    }

    /** @return how often a consumer said "not now" */
    public long deliveriesRefused() {
        return deliveriesRefused;
    }

    /** @return buffers thrown away because no node of ours can have sent them */
    public long invalidBuffers() {
        return invalidBuffers;
    }

    /** @return filler frames sent after a stream went idle */
    public long fillersSent() {
        return fillersSent;
    }

    /** @return filler frames received and dropped */
    public long fillersReceived() {
        return fillersReceived;
    }

    /** @return outgoing connections opened */
    public long connectionsOpened() {
        return connectionsOpened;
    }

    /** @return outgoing connections replaced because their position was used up */
    public long connectionsRebuilt() {
        return connectionsRebuilt;
    }

    /** @return incoming connections refused because they do not belong to the job */
    public long connectionsRejected() {
        return connectionsRejected;
    }

    /** @return errors reported by the driver or its client */
    public long errors() {
        return errors;
    }
}
