package org.gmt4j.aggregation.queue;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.TransferRecord;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * Large transfers of one lane, at both of their ends. The origin announces; the target of a store <b>pulls</b> the data when it is the
 * store's turn, and streams those of a get. Data travel in the reply class, straight from where they are into the network buffer: they use
 * neither request credits nor the edge buffers of nodes in between. Owned by the lane's thread. Per piece of up to a network buffer.
 *
 * <pre>
 *  store   origin --announcement (request class, 96 B)--> target      get   origin --announcement--> target
 *          origin &lt;------------- GRANT ------------------ target            origin &lt;---- DATA ------ target
 *          origin -------------- DATA ... --------------> target            origin &lt;---- DATA ------ target
 *          origin &lt;-------------- END ------------------- target            (END only when it fails)
 * </pre>
 *
 * <p><b>Order.</b> What the origin's lane issues to the same node after an announcement waits in its {@link CreditGate} until the transfer
 * is over. Transfers of one origin begin in their order at the target: stores that follow each other all at once, since their data come one
 * after the other; a get when all before it are over, and what follows a get when it has been read.
 *
 * <p><b>No dead-lock.</b> Announcements are requests like others. All that follows is in the reply class, which both sides take without
 * needing room for anything: a grant or an end that cannot be sent now is a mark on the transfer, and a piece that cannot be sent stays where
 * it is. {@link #pump} is called in every turn and while the lane waits for credits.
 *
 * <p>Memory: at most {@value #MOST} transfers of a lane as origin, and at a target as many for each lane of the others; no data.
 */
public final class Rendezvous {
    /** Transfers of one lane that are not over. */
    static final int MOST = 64;
    /** Pieces for one node in one turn. */
    private static final int PIECES = 8;
    private static final int OVERHEAD = BlockHeader.LENGTH + TransferRecord.HEADER_LENGTH;
    /** Pieces are multiples of the widest value that is accumulated. */
    private static final int PIECE_UNIT = 16;
    private static final int SLOT_BITS = 16;

    private final Aggregator aggregator;
    private final ReplyBuffers replies;
    private final int nodeId;
    private final int longestPiece;
    private Transfer[] slots = new Transfer[16];
    private int[] generations = new int[16];
    private int[] freeSlots = new int[16];
    private int freeCount;
    private int slotCount;
    private int originCount;
    /** At the target, by origin: what has been announced and is not over, in its order. */
    private final ArrayDeque<Transfer>[] announced;
    /** By node: what has something to send. */
    private final ArrayDeque<Transfer>[] outgoing;
    private final int[] busyNodes;
    private int busyCount;
    private RequestBlock announcement;
    private Transfer beginning;
    private long storeCount;
    private long getCount;
    private long staleCount;
    private Staging staging;

    @SuppressWarnings("unchecked")
    Rendezvous(final int nodeId, final int nodeCount, final Aggregator aggregator, final ReplyBuffers replies) {
        this.aggregator = aggregator;
        this.replies = replies;
        this.nodeId = nodeId;
        longestPiece = (replies.maxLength() - OVERHEAD) / PIECE_UNIT * PIECE_UNIT;
        announced = new ArrayDeque[nodeCount];
        outgoing = new ArrayDeque[nodeCount];
        busyNodes = new int[nodeCount];
        aggregator.rendezvous(this);
    }

    /** Number of this lane, which announcements name. */
    public int lane() {
        return aggregator.lane();
    }

    // --- origin ---

    /** False inside of visits and local bodies, which cannot wait for room. */
    public boolean mayBegin() {
        return !aggregator.isExecuting() && longestPiece > 0;
    }

    /**
     * Begins a transfer of {@code length} bytes from {@code source} to a node: the caller writes its announcement to {@link #announcement()}, then
     * calls {@link #announce()}. Makes progress until there is room for it.
     *
     * @return the transfer's number, for the announcement
     */
    public int beginStore(final int node, final int announcementLength, final long length, final TransferEnd source, final Completion owner) {
        storeCount++;
        return begin(Transfer.Role.STORE_FROM, node, announcementLength, length, source, owner);
    }

    /** As {@link #beginStore}, from the node into {@code target}. */
    public int beginGet(final int node, final int announcementLength, final long length, final TransferEnd target, final Completion owner) {
        getCount++;
        return begin(Transfer.Role.GET_INTO, node, announcementLength, length, target, owner);
    }

    private int begin(final Transfer.Role role, final int node, final int announcementLength, final long length, final TransferEnd end,
                      final Completion owner) {
        for (int attempt = 0; originCount >= MOST; attempt++) {
            aggregator.relieve(attempt);
        }
        announcement = aggregator.openAnnouncement(node, announcementLength, owner);
        beginning = new Transfer(role, node, length, end, owner);
        owner.issued();
        originCount++;
        return enter(beginning);
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
        aggregator.announce(block);
        transfer.generation = block.generation;
    }

    /** The lane's memory for copies of what is to be sent. {@code bytes}: what the first caller says. */
    public Staging staging(final long bytes) {
        if (staging == null) {
            staging = new Staging(aggregator, bytes);
        }
        return staging;
    }

    // --- target ---

    /** A store was announced: its data go to {@code target} when it is its turn. Never waits. */
    public void onStore(final int origin, final int lane, final int number, final long length, final TransferEnd target) {
        final Transfer transfer = new Transfer(Transfer.Role.STORE_INTO, origin, length, target, null);
        enter(transfer);
        queue(transfer, lane, number);
    }

    /** A get was announced. */
    public void onGet(final int origin, final int lane, final int number, final long length, final TransferEnd source) {
        queue(new Transfer(Transfer.Role.GET_FROM, origin, length, source, null), lane, number);
    }

    /** What was announced cannot be done. */
    public void refuse(final int origin, final int lane, final int number, final CommandFailure why) {
        final Transfer refusal = new Transfer(Transfer.Role.REFUSAL, origin, 0, null, null);
        refusal.failure = why.code();
        refusal.mustEnd = true;
        refusal.peerLane = lane;
        refusal.peerNumber = number;
        send(refusal);
    }

    private void queue(final Transfer transfer, final int lane, final int number) {
        transfer.peerLane = lane;
        transfer.peerNumber = number;
        final int origin = transfer.node;
        if (announced[origin] == null) {
            announced[origin] = new ArrayDeque<>();
        }
        announced[origin].add(transfer);
        beginNext(origin);
    }

    /** Grants the stores at the head of the queue, or begins the get that stands there. */
    private void beginNext(final int origin) {
        final ArrayDeque<Transfer> queue = announced[origin];
        if (queue.isEmpty()) {
            return;
        }
        final Transfer first = queue.peek();
        if (first.role == Transfer.Role.GET_FROM) {
            if (!first.mustGrant) {
                first.mustGrant = true;
                send(first);
            }
            return;
        }
        for (final Transfer transfer : queue) {
            if (transfer.role != Transfer.Role.STORE_INTO) {
                return;
            }
            if (!transfer.mustGrant) {
                transfer.mustGrant = true;
                send(transfer);
            }
        }
    }

    private void overAtTarget(final Transfer transfer) {
        transfer.end.released();
        final ArrayDeque<Transfer> queue = announced[transfer.node];
        if (queue.remove(transfer)) {
            beginNext(transfer.node);
        }
    }

    // --- both ---

    /** A block of the other side for this lane. Never waits and needs no room. */
    public void onBlock(final long block, final int length) {
        final Transfer transfer = find(BlockHeader.slot(block), BlockHeader.origin(block));
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
            refuse(BlockHeader.origin(block), TransferRecord.length(record), (int) TransferRecord.value(record), CommandFailure.OTHER);
            return;
        }
        transfer.mustGrant = true;
        transfer.peerLane = TransferRecord.length(record);
        transfer.peerNumber = (int) TransferRecord.value(record);
        send(transfer);
    }

    private void take(final Transfer transfer, final long record, final int available) {
        final int bytes = TransferRecord.length(record);
        if (transfer == null || transfer.role != Transfer.Role.GET_INTO && transfer.role != Transfer.Role.STORE_INTO
            || bytes <= 0 || bytes > available || TransferRecord.value(record) != transfer.moved || bytes > transfer.length - transfer.moved) {
            staleCount++;
            return;
        }
        if (transfer.failure == 0) {
            move(transfer, record + TransferRecord.HEADER_LENGTH, bytes);
        }
        transfer.moved += bytes;
        if (!transfer.isMoved()) {
            return;
        }
        if (transfer.isOrigin()) {
            overAtOrigin(transfer);
        } else {
            leave(transfer);
            transfer.mustEnd = true;
            send(transfer);
            overAtTarget(transfer);
        }
    }

    private static void move(final Transfer transfer, final long packed, final int bytes) {
        final CommandFailure why = transfer.end.move(packed, bytes, transfer.moved);
        if (why != null) {
            transfer.failure = why.code();
        }
    }

    private void ended(final Transfer transfer, final int failure) {
        if (transfer == null) {
            staleCount++;
        } else if (transfer.isOrigin()) {
            if (transfer.failure == 0) {
                transfer.failure = failure;
            }
            stopSending(transfer);
            overAtOrigin(transfer);
        } else {
            leave(transfer);
            stopSending(transfer);
            overAtTarget(transfer);
        }
    }

    private void overAtOrigin(final Transfer transfer) {
        leave(transfer);
        transfer.end.released();
        originCount--;
        if (transfer.failure != 0) {
            transfer.owner.failed(new RemoteCommandException(transfer.node, CommandFailure.of(transfer.failure)));
        }
        transfer.owner.completed(1);
        aggregator.rendezvousOver(transfer.node, transfer.generation);
    }

    // --- sending ---

    private void send(final Transfer transfer) {
        final int node = transfer.node;
        ArrayDeque<Transfer> queue = outgoing[node];
        if (queue == null) {
            queue = new ArrayDeque<>();
            outgoing[node] = queue;
        }
        if (queue.isEmpty()) {
            busyNodes[busyCount++] = node;
        }
        queue.add(transfer);
    }

    private void stopSending(final Transfer transfer) {
        final ArrayDeque<Transfer> queue = outgoing[transfer.node];
        if (queue != null && queue.remove(transfer) && queue.isEmpty()) {
            for (int i = 0; i < busyCount; i++) {
                if (busyNodes[i] == transfer.node) {
                    busyNodes[i] = busyNodes[--busyCount];
                    return;
                }
            }
        }
    }

    /** True when something waits to be sent. */
    public boolean hasWork() {
        return busyCount > 0;
    }

    /** Sends what can go. Owner's turn. @return blocks sent */
    public int pump() {
        int sent = 0;
        for (int i = busyCount - 1; i >= 0; i--) {
            final ArrayDeque<Transfer> queue = outgoing[busyNodes[i]];
            int left = PIECES;
            while (left > 0 && !queue.isEmpty() && sendOne(queue.peek())) {
                left--;
                sent++;
                if (hasSent(queue.peek())) {
                    queue.poll();
                }
            }
            if (queue.isEmpty()) {
                busyNodes[i] = busyNodes[--busyCount];
            }
        }
        return sent;
    }

    /** One block of the transfer at the head of a queue; false: no room. */
    private boolean sendOne(final Transfer transfer) {
        switch (transfer.role) {
            case STORE_FROM:
            case GET_FROM:
                return sendPiece(transfer);
            default:
                return transfer.mustEnd ? sendRecord(transfer, TransferRecord.END, transfer.failure, 0)
                    : sendRecord(transfer, TransferRecord.GRANT, transfer.number, lane());
        }
    }

    /** True when it has nothing to send any more, or not now. */
    private boolean hasSent(final Transfer transfer) {
        switch (transfer.role) {
            case STORE_FROM:
                if (transfer.failure != 0) {
                    overAtOrigin(transfer);
                }
                return transfer.isMoved();
            case GET_FROM:
                if (transfer.isMoved()) {
                    overAtTarget(transfer);
                }
                return transfer.isMoved();
            default:
                return true;
        }
    }

    private boolean sendRecord(final Transfer transfer, final int what, final long value, final int length) {
        final long at = replies.claimInOrder(transfer.node, OVERHEAD);
        if (at == 0) {
            return false;
        }
        encode(at, transfer, OVERHEAD, what, value, length);
        return true;
    }

    private boolean sendPiece(final Transfer transfer) {
        final int bytes = (int) Math.min(longestPiece, transfer.length - transfer.moved);
        final int length = OVERHEAD + WireFormat.align(bytes);
        final long at = replies.claimInOrder(transfer.node, length);
        if (at == 0) {
            return false;
        }
        move(transfer, at + OVERHEAD, bytes);
        if (transfer.failure == 0) {
            encode(at, transfer, length, TransferRecord.DATA, transfer.moved, bytes);
            transfer.moved += bytes;
        } else {
            encode(at, transfer, length, TransferRecord.END, transfer.failure, 0);
            transfer.moved = transfer.length;
        }
        return true;
    }

    private void encode(final long at, final Transfer transfer, final int length, final int what, final long value, final int count) {
        final int node = transfer.node;
        BlockHeader.encode(at, length, nodeId, node, node, BlockHeader.REPLY, BlockHeader.TRANSFER, transfer.peerLane, transfer.peerNumber, 0, 0);
        TransferRecord.encode(at + BlockHeader.LENGTH, what, value, count);
        if (replies.isDirect()) {
            replies.commitDirect();
        }
    }

    // --- numbers ---

    private int enter(final Transfer transfer) {
        if (freeCount == 0) {
            if (slotCount == slots.length) {
                slots = Arrays.copyOf(slots, slotCount * 2);
                generations = Arrays.copyOf(generations, slotCount * 2);
                freeSlots = Arrays.copyOf(freeSlots, slotCount * 2);
            }
            freeSlots[freeCount++] = slotCount++;
        }
        final int slot = freeSlots[--freeCount];
        slots[slot] = transfer;
        transfer.number = generations[slot]++ << SLOT_BITS | slot;
        return transfer.number;
    }

    private Transfer find(final int number, final int node) {
        final int slot = number & (1 << SLOT_BITS) - 1;
        final Transfer transfer = slot < slotCount ? slots[slot] : null;
        return transfer != null && transfer.number == number && transfer.node == node ? transfer : null;
    }

    private void leave(final Transfer transfer) {
        final int slot = transfer.number & (1 << SLOT_BITS) - 1;
        slots[slot] = null;
        freeSlots[freeCount++] = slot;
    }

    // --- trouble ---

    /** The announcement of this generation was not understood, or was answered in the node's stead. */
    void refused(final int node, final int generation) {
        for (int slot = 0; slot < slotCount; slot++) {
            final Transfer transfer = slots[slot];
            if (transfer != null && transfer.isOrigin() && transfer.node == node && transfer.generation == generation) {
                stopSending(transfer);
                overAtOrigin(transfer);
                return;
            }
        }
    }

    /** Ends all transfers with a node that is gone: those that began here fail. Called by the aggregator. */
    void fail(final int node, final RuntimeException cause) {
        if (announced[node] != null) {
            for (final Transfer transfer : announced[node]) {
                transfer.end.released();
                if (transfer.role == Transfer.Role.STORE_INTO) {
                    leave(transfer);
                }
            }
            announced[node].clear();
        }
        if (outgoing[node] != null) {
            for (final Transfer transfer : outgoing[node].clone()) {
                stopSending(transfer);
            }
        }
        for (int slot = 0; slot < slotCount; slot++) {
            final Transfer transfer = slots[slot];
            if (transfer != null && transfer.node == node && transfer.isOrigin()) {
                leave(transfer);
                originCount--;
                transfer.end.released();
                transfer.owner.failed(cause);
                transfer.owner.completed(1);
            }
        }
    }

    /** Transfers that are not over: those that began here, and those that others have announced. */
    public int openCount() {
        int count = originCount;
        for (final ArrayDeque<Transfer> queue : announced) {
            count += queue == null ? 0 : queue.size();
        }
        return count;
    }

    /** Bytes of staging memory. */
    public long memoryInBytes() {
        return staging == null ? 0 : staging.memoryInBytes();
    }

    /** Frees it; the lane's thread has ended. */
    void close() {
        for (int slot = 0; slot < slotCount; slot++) {
            final Transfer transfer = slots[slot];
            if (transfer != null) {
                slots[slot] = null;
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
        return "rendezvous: " + openCount() + " open, " + busyCount + " nodes to send to";
    }
}
