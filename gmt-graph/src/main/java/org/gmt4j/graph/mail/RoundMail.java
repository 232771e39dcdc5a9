package org.gmt4j.graph.mail;

import org.gmt4j.BulkVisitor;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * A {@link RoundBox} on each node. Immutable; travels as a captured value.
 *
 * @param boxes   one a node
 * @param visitor hands on what arrives
 */
public record RoundMail(NodeLocal<RoundBox> boxes, BulkVisitor visitor) {
    /** Opens the boxes. Called by one task. */
    public static RoundMail open(final TaskContext ctx) throws SuspendExecution {
        final NodeLocal<RoundBox> boxes = NodeLocal.create(ctx, node -> new RoundBox(node.laneCount()));
        BulkVisitor visitor = null;
        try {
            visitor = BulkVisitor.open(ctx, (address, length, c) ->
                boxes.get().receive(LocalView.words(address, length >> 3), c));
            final RoundMail mail = new RoundMail(boxes, visitor);
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
    public RoundBox box() {
        return boxes.get();
    }

    /** Frees the boxes, with what is in them. Called by one task, after the tasks that use them have ended. */
    public void close(final TaskContext ctx) throws SuspendExecution {
        visitor.close(ctx);
        boxes.free(ctx);
    }
}
