package org.gmt4j.engine.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.gmt4j.engine.hang.NodeWaits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the waits of the nodes of this process when another process requests them in the folder of the job:
 *
 * <pre>
 * waits.request   a number, as text: written by the asking process ({@link WaitInquiry}), for all nodes
 * node-N.waits    8 bytes: that number; then the bytes of {@link NodeWaits#encode()}
 * </pre>
 *
 * <p>Both appear by being moved there, so a reader never sees a part. Owned by one thread, which calls {@link #look}
 * now and then: that costs one look for a file.
 */
final class WaitDesk {
    static final String REQUEST = "waits.request";
    private static final Logger LOG = LoggerFactory.getLogger(WaitDesk.class);
    private static final int LONGEST_REQUEST = 32;

    private final Path folder;
    private final PublishedNodes nodes;
    private long answered;

    WaitDesk(final Path folder, final PublishedNodes nodes) {
        this.folder = folder;
        this.nodes = nodes;
    }

    static String nameOf(final int nodeId) {
        return "node-" + nodeId + ".waits";
    }

    /** Answers a new request, if there is one. Never throws. */
    void look() {
        try {
            final Path request = folder.resolve(REQUEST);
            if (!Files.isRegularFile(request, LinkOption.NOFOLLOW_LINKS) || Files.size(request) > LONGEST_REQUEST) {
                return;
            }
            final long number = Long.parseLong(Files.readString(request, StandardCharsets.US_ASCII).strip());
            if (number != answered) {
                answered = number;
                for (final NodeWaits waits : nodes.waits()) {
                    final byte[] bytes = waits.encode();
                    put(folder, nameOf(waits.nodeId()), ByteBuffer.allocate(8 + bytes.length).putLong(number)
                        .put(bytes).array());
                }
            }
        } catch (final IOException | RuntimeException e) {
            LOG.debug("a question what waits, in {}, is not answered", folder, e);
        }
    }

    /** Replaces a file as a whole. */
    static void put(final Path folder, final String name, final byte[] bytes) throws IOException {
        final Path made = Files.createTempFile(folder, name, ".new");
        try {
            Files.write(made, bytes);
            Files.move(made, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(made);
        }
    }
}
