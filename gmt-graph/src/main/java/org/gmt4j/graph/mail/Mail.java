package org.gmt4j.graph.mail;

import org.gmt4j.BulkVisitor;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * A {@link Mailbox} on each node. Immutable; travels as a captured value.
 *
 * @param boxes   one a node
 * @param visitor hands on what arrives
 */
public record Mail(NodeLocal<Mailbox> boxes, BulkVisitor visitor) {
    /** Opens boxes for entries of so many words. Called by one task. */
    public static Mail open(final TaskContext ctx, final int words) throws SuspendExecution {
        final NodeLocal<Mailbox> boxes = NodeLocal.create(ctx, node -> new Mailbox(words, node.laneCount()));
        BulkVisitor visitor = null;
        try {
            visitor = BulkVisitor.open(ctx, (address, length, c) ->
                boxes.get().receive(LocalView.words(address, length >> 3), c));
            final Mail mail = new Mail(boxes, visitor);
            ctx.executeOnAll(node -> mail.box().connect(node, mail.visitor()));
            return mail;
        } catch (final RuntimeException | Error failure) {
            if (visitor != null) {
                visitor.close(ctx);
            }
            boxes.free(ctx);
            throw failure;
        }
    }

    /** The box of the node on which this code runs. */
    public Mailbox box() {
        return boxes.get();
    }

    /** Frees the boxes, with what is in them. Called by one task, which has awaited what was sent. */
    public void close(final TaskContext ctx) throws SuspendExecution {
        visitor.close(ctx);
        boxes.free(ctx);
    }
}
