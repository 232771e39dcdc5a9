package org.gmt4j.engine.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.gmt4j.engine.memory.WindowFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HostMailTest {
    private static final int SLOTS = 16;
    private static final int LONGEST = 240;

    @TempDir
    private Path path;
    private HostMail[] mails = new HostMail[0];

    private HostMail[] open(final int nodes) {
        final WindowFolder folder = new WindowFolder(path, nodes, () -> 1L << 30);
        mails = new HostMail[nodes];
        final long[] offers = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            mails[node] = HostMail.create(folder, node, nodes);
            offers[node] = mails[node].offer();
        }
        for (final HostMail mail : mails) {
            mail.connect(offers);
        }
        for (final HostMail mail : mails) {
            mail.unlink();
        }
        return mails;
    }

    @AfterEach
    void close() {
        for (final HostMail mail : mails) {
            mail.close();
            mail.close();
        }
    }

    private static boolean send(final HostMail from, final int to, final int length, final long value) {
        final long at = from.claim(to, length);
        if (at == 0) {
            return false;
        }
        UnsafeApi.putLong(at, value);
        from.commit(to);
        return true;
    }

    private static List<Long> take(final HostMail mail) {
        final List<Long> values = new ArrayList<>();
        while (mail.poll((address, length) -> values.add(UnsafeApi.getLong(address)) && length >= 0) > 0) {
            assertTrue(values.size() < 1_000_000);
        }
        return values;
    }

    @Test
    void shouldLeaveNoNameBehind() throws Exception {
        open(3);
        try (Stream<Path> files = Files.list(path)) {
            assertEquals(List.of(), files.toList());
        }
    }

    /** A caller that cancels its job while another one closes the cluster. */
    @Test
    void shouldRefuseMessagesWhenClosed() {
        final HostMail[] nodes = open(3);
        assertTrue(send(nodes[0], 1, 8, 1));
        nodes[0].close();
        assertFalse(send(nodes[0], 1, 8, 2));
        assertFalse(send(nodes[0], 2, 8, 2));
        assertEquals(List.of(1L), take(nodes[1]));
    }

    /** The ring stays mapped for a thread that is in the middle of a message. */
    @Test
    void shouldLetAMessageBeWrittenDuringTheClose() {
        final HostMail[] nodes = open(2);
        final long at = nodes[0].claim(1, 8);
        nodes[0].close();
        UnsafeApi.putLong(at, 3);
        nodes[0].commit(1);
        assertEquals(List.of(3L), take(nodes[1]));
    }

    @Test
    void shouldDeliverInOrderAndRefuseWhenFull() {
        final HostMail[] nodes = open(3);
        for (long first = 0; first < 10 * SLOTS; first += SLOTS) {
            for (int i = 0; i < SLOTS; i++) {
                assertFalse(nodes[1].hasMail() && i == 0);
                assertTrue(send(nodes[0], 1, 8, first + i));
                assertTrue(nodes[1].hasMail());
            }
            assertFalse(send(nodes[0], 1, 8, -1), "full");
            assertTrue(send(nodes[2], 1, LONGEST, 1_000_000 + first), "another ring");
            final List<Long> taken = take(nodes[1]);
            assertEquals(SLOTS + 1, taken.size());
            for (int i = 0; i < SLOTS; i++) {
                assertEquals(first + i, taken.get(i));
            }
            assertEquals(1_000_000 + first, taken.get(SLOTS));
            assertEquals(List.of(), take(nodes[0]));
        }
        assertEquals(10, nodes[0].fullCount());
        assertEquals(10 * SLOTS, nodes[0].sentCount());
    }

    @Test
    void shouldKeepAMessageThatIsRefused() {
        final HostMail[] nodes = open(2);
        assertTrue(send(nodes[0], 1, 8, 7));
        assertEquals(0, nodes[1].poll((address, length) -> false));
        assertTrue(nodes[1].hasMail());
        assertEquals(List.of(7L), take(nodes[1]));
    }

    @Test
    void shouldRefuseLongMessagesAndNodesWithoutMail() {
        final HostMail[] nodes = open(2);
        assertEquals(0, nodes[0].claim(1, LONGEST + 1));
        assertEquals(0, nodes[0].claim(0, 8), "to itself");
        try (HostMail none = HostMail.none(0, 2)) {
            assertEquals(0, none.offer());
            assertEquals(0, none.claim(1, 8));
            assertEquals(0, none.poll((address, length) -> true));
            assertFalse(none.hasMail());
        }
        assertEquals(0, HostMail.create(new WindowFolder(path, 1, () -> 0L), 0, 2).offer(), "no room");
        assertEquals(0, HostMail.create(null, 0, 2).offer(), "no folder");
        assertEquals(0, HostMail.create(new WindowFolder(path, 1, () -> {
            throw new OutOfMemoryError("Map failed");
        }), 0, 2).offer(), "no room in the address space");
        final WindowFolder folder = new WindowFolder(path, 65, () -> 1L << 30);
        assertEquals(0, HostMail.create(folder, 0, 65).offer(), "too many nodes");
    }

    @Test
    void shouldTakeMailOfANodeThatItCannotAnswer() {
        final WindowFolder folder = new WindowFolder(path, 2, () -> 1L << 30);
        try (HostMail first = HostMail.create(folder, 0, 2); HostMail second = HostMail.create(folder, 1, 2)) {
            assertNotEquals(first.offer(), second.offer());
            first.connect(new long[] {first.offer(), second.offer() + 2});      // not its file
            second.connect(new long[] {first.offer(), second.offer()});
            assertEquals(0, first.claim(1, 8));
            assertTrue(send(second, 0, 8, 5));
            assertEquals(List.of(5L), take(first));
        }
    }

    /** Several threads of a node send to one receiver, which takes all of them, each thread's in order. */
    @Test
    void shouldServeSeveralThreads() throws Exception {
        final int threads = 3;
        final long each = 20_000;
        final HostMail[] nodes = open(2);
        final AtomicBoolean isWrong = new AtomicBoolean();
        final Thread[] senders = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            final long id = t;
            senders[t] = new Thread(() -> {
                for (long i = 0; i < each; ) {
                    if (send(nodes[0], 1, 8, id << 32 | i)) {
                        i++;
                    } else {
                        Thread.yield();
                    }
                }
            });
            senders[t].start();
        }
        final long[] next = new long[threads];
        for (long taken = 0; taken < threads * each; ) {
            taken += nodes[1].poll((address, length) -> {
                final long value = UnsafeApi.getLong(address);
                if (next[(int) (value >>> 32)]++ != (value & 0xFFFF_FFFFL)) {
                    isWrong.set(true);
                }
                return true;
            });
        }
        for (final Thread sender : senders) {
            sender.join();
        }
        assertFalse(isWrong.get());
        assertFalse(nodes[1].hasMail());
    }
}
