package org.gmt4j.aggregation.queue;

import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.TransferRecord;

/**
 * Large transfers of one lane, at both of their ends. The origin announces; the target of a store <b>pulls</b> the data
 * when it is the store's turn, and streams those of a get. Data travel in the reply class, straight from their place
 * into the network buffer: they use neither request credits nor the edge buffers of nodes in between. Owned by the
 * lane's thread. Per piece of up to a network buffer.
 *
 * <pre>
 *  store   origin --announcement (request class, 96 B)--> target      get   origin --announcement--> target
 *          origin &lt;------------- GRANT ------------------ target            origin &lt;---- DATA ------ target
 *          origin -------------- DATA ... --------------> target            origin &lt;---- DATA ------ target
 *          origin &lt;-------------- END ------------------- target            (END only when it fails)
 * </pre>
 *
 * <p><b>Order.</b> Later operations of the origin's lane for the same node wait in its {@link CreditGate}
 * until the transfer is over. Transfers of one origin begin in their order at the target: stores that follow each other
 * all at once, since their data come one after the other; a get when all before it are over, and the successors of a
 * get when it has been read.
 *
 * <p><b>No dead-lock.</b> Announcements are requests like others. All that follows is in the reply class, which both
 * sides take without needing room for anything: a grant or an end that cannot be sent now is a mark on the transfer,
 * and a piece that cannot be sent stays where it is. {@link #pump} is called in every turn and while the lane waits for
 * credits.
 *
 * <p>This class is the protocol and its two doors, to origins and to announcements of others. Which transfer begins
 * when at a target is decided by {@link AnnouncedTransfers}; {@link OutgoingTransfers} sends; {@link TransferTable}
 * knows whose block it is.
 *
 * <p>Memory: at most {@value #MOST} transfers of a lane as origin, and at a target as many for each lane of the others;
 * no data.
 */
public final class Rendezvous {
    /** Transfers of one lane that are not over. */
    static final int MOST = 64;
    private static final int OVERHEAD = OutgoingTransfers.OVERHEAD;

    private final Aggregator aggregator;
    private final TransferTable table;
    private final OutgoingTransfers outgoing;
    private final AnnouncedTransfers announced;
    private int originCount;
    private RequestBlock announcement;
    private Transfer beginning;
    private long storeCount;
    private long getCount;
    private long staleCount;
    private Staging staging;

    Rendezvous(final Routes routes, final Aggregator aggregator, final ReplyBuffers replies) {
        this(routes, aggregator, replies, new TransferTable());
    }

    Rendezvous(final Routes routes, final Aggregator aggregator, final ReplyBuffers replies,
               final TransferTable table) {
        this.aggregator = aggregator;
        this.table = table;
        final int nodeCount = routes.topology().nodeCount();
        outgoing = new OutgoingTransfers(routes.nodeId(), nodeCount, replies, this);
        announced = new AnnouncedTransfers(nodeCount, outgoing);
        aggregator.transfers().rendezvous(this);
    }

    /** Number of this lane, which announcements name. */
    public int lane() {
        return aggregator.lane();
    }

    // --- origin ---

    /** False inside of visits and local bodies, which cannot wait for room. */
    public boolean mayBegin() {
        return !aggregator.isExecuting() && outgoing.canSendPieces();
    }

    /**
     * Begins a transfer of {@code length} bytes from {@code source} to a node: the caller writes its announcement to
     * {@link #announcement()}, then calls {@link #announce()}. Makes progress until there is room for it.
     *
     * @return the transfer's number, for the announcement
     */
    public int beginStore(final int node, final int announcementLength, final long length, final TransferEnd source,
                          final Completion owner) {
        storeCount++;
        return begin(Transfer.Role.STORE_FROM, node, announcementLength, length, source, owner);
    }

    /** As {@link #beginStore}, from the node into {@code target}. */
    public int beginGet(final int node, final int announcementLength, final long length, final TransferEnd target,
                        final Completion owner) {
        getCount++;
        return begin(Transfer.Role.GET_INTO, node, announcementLength, length, target, owner);
    }

    private int begin(final Transfer.Role role, final int node, final int announcementLength, final long length,
                      final TransferEnd end, final Completion owner) {
        for (int attempt = 0; originCount >= MOST; attempt++) {
            aggregator.relieve(attempt);
        }
        announcement = aggregator.transfers().openAnnouncement(node, announcementLength, owner);
        beginning = new Transfer(role, node, length, end, owner);
        owner.issued();
        originCount++;
        return table.enter(beginning);
    }

    /** Where the announcement just begun is to be written. */
    public long announcement() {
        return announcement.address() + BlockHeader.LENGTH;
    }

    /** Sends it. */
    public void announce() {
        final RequestBlock block = announcement;
        final Transfer transfer = beginning;
        announcement = null;
        beginning = null;
        aggregator.transfers().announce(block);
        transfer.generation = block.generation;
    }

    /** Makes progress until the transfers that this lane has begun are over. Not inside of visits. */
    public void settle() {
        for (int attempt = 0; originCount > 0; attempt++) {
            aggregator.relieve(attempt);
        }
    }

    /** The lane's memory for copies of data to be sent, as long as the first caller says. */
    public Staging staging(final long bytes) {
        if (staging == null) {
            staging = new Staging(aggregator, bytes);
        }
        return staging;
    }

    // --- target ---

    /**
     * A store was announced: its data go to {@code target} when it is its turn. Never waits; refused when there would
     * be no number left for one that begins here.
     */
    public void onStore(final int origin, final int lane, final int number, final long length,
                        final TransferEnd target) {
        if (table.room() <= MOST - originCount) {
            target.released();
            refuse(origin, lane, number, CommandFailure.TOO_MANY_TRANSFERS);
            return;
        }
        final Transfer transfer = new Transfer(Transfer.Role.STORE_INTO, origin, length, target, null);
        table.enter(transfer);
        queue(transfer, lane, number);
    }

    /** A get was announced. */
    public void onGet(final int origin, final int lane, final int number, final long length, final TransferEnd source) {
        queue(new Transfer(Transfer.Role.GET_FROM, origin, length, source, null), lane, number);
    }

    /** An announced transfer cannot be done. */
    public void refuse(final int origin, final int lane, final int number, final CommandFailure why) {
        final Transfer refusal = new Transfer(Transfer.Role.REFUSAL, origin, 0, null, null);
        refusal.failure = why.code();
        refusal.mustEnd = true;
        refusal.peerLane = lane;
        refusal.peerNumber = number;
        outgoing.add(refusal);
    }

    private void queue(final Transfer transfer, final int lane, final int number) {
        transfer.peerLane = lane;
        transfer.peerNumber = number;
        announced.add(transfer);
    }

    /** Its data have all come, or gone. */
    void overAtTarget(final Transfer transfer) {
        transfer.end.released();
        announced.over(transfer);
    }

    // --- both ---

    /** A block of the other side for this lane. Never waits and needs no room. */
    public void onBlock(final long block, final int length) {
        final Transfer transfer = table.find(BlockHeader.slot(block), BlockHeader.origin(block));
        final long record = block + BlockHeader.LENGTH;
        if (length < OVERHEAD) {
            staleCount++;
            return;
        }
        switch (TransferRecord.what(record)) {
            case TransferRecord.GRANT:
                granted(transfer, block, record);
                break;
            case TransferRecord.DATA:
                take(transfer, record, length - OVERHEAD);
                break;
            case TransferRecord.END:
                ended(transfer, (int) TransferRecord.value(record));
                break;
            default:
                staleCount++;
                break;
        }
    }

    private void granted(final Transfer transfer, final long block, final long record) {
        if (transfer == null || transfer.role != Transfer.Role.STORE_FROM || transfer.mustGrant) {
            // Given up here: the other side must not wait for its data.
            staleCount++;
            refuse(BlockHeader.origin(block), TransferRecord.length(record), (int) TransferRecord.value(record),
                CommandFailure.OTHER);
            return;
        }
        transfer.mustGrant = true;
        transfer.peerLane = TransferRecord.length(record);
        transfer.peerNumber = (int) TransferRecord.value(record);
        outgoing.add(transfer);
    }

    private void take(final Transfer transfer, final long record, final int available) {
        final int bytes = TransferRecord.length(record);
        if (transfer == null || transfer.role != Transfer.Role.GET_INTO && transfer.role != Transfer.Role.STORE_INTO
            || bytes <= 0 || bytes > available || TransferRecord.value(record) != transfer.moved
            || bytes > transfer.length - transfer.moved) {
            staleCount++;
            return;
        }
        if (transfer.failure == 0) {
            transfer.move(record + TransferRecord.HEADER_LENGTH, bytes);
        }
        transfer.moved += bytes;
        if (!transfer.isMoved()) {
            return;
        }
        if (transfer.isOrigin()) {
            overAtOrigin(transfer);
        } else {
            table.leave(transfer);
            transfer.mustEnd = true;
            outgoing.add(transfer);
            overAtTarget(transfer);
        }
    }

    private void ended(final Transfer transfer, final int failure) {
        if (transfer == null) {
            staleCount++;
        } else if (transfer.isOrigin()) {
            if (transfer.failure == 0) {
                transfer.failure = failure;
            }
            outgoing.remove(transfer);
            overAtOrigin(transfer);
        } else {
            table.leave(transfer);
            outgoing.remove(transfer);
            overAtTarget(transfer);
        }
    }

    /** All has been moved, or it has failed: the owner hears of it, and blocks that wait for its end may go. */
    void overAtOrigin(final Transfer transfer) {
        table.leave(transfer);
        transfer.end.released();
        originCount--;
        if (transfer.failure != 0) {
            transfer.owner.failed(new RemoteCommandException(transfer.node, CommandFailure.of(transfer.failure)));
        }
        transfer.owner.completed(1);
        aggregator.inFlight().rendezvousOver(transfer.node, transfer.generation);
    }

    // --- sending ---

    /** True when something waits to be sent. */
    public boolean hasWork() {
        return outgoing.busyCount() > 0;
    }

    /** Sends the messages that can go. Owner's turn. @return blocks sent */
    public int pump() {
        return outgoing.pump();
    }

    // --- trouble ---

    /** The announcement of this generation was not understood, or was answered in the node's stead. */
    void refused(final int node, final int generation) {
        for (int slot = 0; slot < table.slotCount(); slot++) {
            final Transfer transfer = table.at(slot);
            if (transfer != null && transfer.isOrigin() && transfer.node == node && transfer.generation == generation) {
                outgoing.remove(transfer);
                overAtOrigin(transfer);
                return;
            }
        }
    }

    /** Ends all transfers with a node that is gone: those that began here fail. Called by {@link Transfers}. */
    void fail(final int node, final RuntimeException cause) {
        announced.lose(node, table);
        outgoing.lose(node);
        for (int slot = 0; slot < table.slotCount(); slot++) {
            final Transfer transfer = table.at(slot);
            if (transfer != null && transfer.node == node && transfer.isOrigin()) {
                table.leave(transfer);
                originCount--;
                transfer.end.released();
                transfer.owner.failed(cause);
                transfer.owner.completed(1);
            }
        }
    }

    /** Transfers that are not over: those that began here, and those that others have announced. */
    public int openCount() {
        return originCount + announced.count();
    }

    /** Bytes of staging memory. */
    public long memoryInBytes() {
        return staging == null ? 0 : staging.memoryInBytes();
    }

    /** Frees it; the lane's thread has ended. */
    void close() {
        for (int slot = 0; slot < table.slotCount(); slot++) {
            final Transfer transfer = table.at(slot);
            if (transfer != null) {
                table.leave(transfer);
                transfer.end.released();
            }
        }
        if (staging != null) {
            staging.close();
        }
    }

    public long storeCount() {
        return storeCount;
    }

    public long getCount() {
        return getCount;
    }

    /** Blocks that belonged to no transfer here: late ones of a transfer that was given up. */
    public long staleCount() {
        return staleCount;
    }

    @Override
    public String toString() {
        return "rendezvous: " + openCount() + " open, " + outgoing.busyCount() + " nodes to send to";
    }
}
