package org.gmt4j.bench.simulate.connections;

/**
 * What connections cost, after Vishnu and Krishnan. A client makes its connections one after the other, but clients do
 * so at the same time; a server creates its end of one connection after the other. So a job takes at least as long as
 * its busiest client or its busiest server.
 *
 * <p>Serial protocol: the client creates its end and tells the server, which then creates its own end and answers; the
 * client makes its end ready while the server does. Overlapped: a request goes ahead, and both ends are created at the
 * same time. Messages of 16 bytes are left out, but for the overlapped protocol's request.
 *
 * @param createUs  of one end, up to state INIT
 * @param readyUs   of one end, from INIT to ready to send
 * @param requestUs of the overlapped protocol's request
 * @param bytes     of memory of one end
 */
record ConnectCosts(double createUs, double readyUs, double requestUs, int bytes) {
    private static final double US_PER_SECOND = 1e6;

    double serialUs() {
        return 2 * createUs + readyUs;
    }

    double overlappedUs() {
        return createUs + readyUs + requestUs;
    }

    double serialSeconds(final int connections) {
        return connections * serialUs() / US_PER_SECOND;
    }

    double overlappedSeconds(final int connections) {
        return connections * overlappedUs() / US_PER_SECOND;
    }

    /** A server's work for connections, which is the same in both protocols. */
    double serverSeconds(final int connections) {
        return connections * (createUs + readyUs) / US_PER_SECOND;
    }
}
