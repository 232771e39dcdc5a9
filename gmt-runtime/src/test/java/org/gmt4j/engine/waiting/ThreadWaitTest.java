package org.gmt4j.engine.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ThreadWaitTest {
    private static final long MS = 1_000_000;

    /** How a player wakes the other one. */
    enum Call {
        WAKE {
            @Override
            void to(final ThreadWait wait, final ThreadWait[] alone) {
                wait.wake();
            }
        },
        WAKE_ONE {
            @Override
            void to(final ThreadWait wait, final ThreadWait[] alone) {
                ThreadWait.wakeOne(alone);
            }
        };

        abstract void to(ThreadWait wait, ThreadWait[] alone);
    }

    /** Two threads hand each other a number; one park that nobody ends would outlast the test. */
    @ParameterizedTest
    @EnumSource
    void shouldLoseNoWakeUp(final Call call) throws Exception {
        final long rounds = 20_000;
        final AtomicLong ball = new AtomicLong();
        final ThreadWait[] waits = new ThreadWait[2];
        final Thread[] players = new Thread[2];
        for (int i = 0; i < 2; i++) {
            final int self = i;
            waits[i] = new ThreadWait(new BlockPolicy(TimeUnit.MINUTES.toNanos(10), true), new Patience(1),
                () -> ball.get() % 2 == self,
                WaitEffect.NONE);
        }
        for (int i = 0; i < 2; i++) {
            final int self = i;
            final ThreadWait[] other = {waits[1 - i]};
            players[i] = new Thread(() -> {
                for (long round = 0; round < rounds; ) {
                    if (ball.get() % 2 == self) {
                        waits[self].reset(0);
                        ball.lazySet(ball.get() + 1);       // the weakest way to bring something
                        call.to(waits[1 - self], other);
                        round++;
                    } else {
                        waits[self].idle(0, Expecting.NOTHING);
                    }
                }
            });
        }
        for (final Thread player : players) {
            player.start();
        }
        for (final Thread player : players) {
            player.join();
        }
        assertEquals(2 * rounds, ball.get());
    }

    @Test
    void shouldWakeTheFirstThatIsParked() throws Exception {
        final AtomicInteger words = new AtomicInteger();
        final ThreadWait[] waits = new ThreadWait[3];
        for (int i = 0; i < 3; i++) {
            final int self = i;
            waits[i] = new ThreadWait(new BlockPolicy(TimeUnit.MINUTES.toNanos(10), true), new Patience(1),
                () -> (words.get() & 1 << self) != 0, WaitEffect.NONE);
        }
        ThreadWait.wakeOne(waits);                      // none is parked
        final Thread[] sleepers = new Thread[3];
        for (int i = 1; i < 3; i++) {
            final int self = i;
            sleepers[i] = new Thread(() -> {
                while ((words.get() & 1 << self) == 0) {
                    waits[self].idle(0, Expecting.NOTHING);
                }
            });
            sleepers[i].start();
            while (!waits[i].isParked()) {
                Thread.onSpinWait();
            }
        }
        words.set(2);
        ThreadWait.wakeOne(waits);
        sleepers[1].join();
        assertTrue(waits[2].isParked());
        words.set(6);
        ThreadWait.wakeOne(waits);
        sleepers[2].join();
    }

    @Test
    void shouldParkWhenWhatHasArrivedCannotBeTaken() {
        final ThreadWait wait = new ThreadWait(new BlockPolicy(TimeUnit.MINUTES.toNanos(10), true), new Patience(1),
            () -> true,
            WaitEffect.NONE);
        for (int i = 0; i < 100; i++) {
            wait.idle(i, Expecting.NOTHING);         // shortest parks, not minutes
        }
        assertFalse(wait.isParked());
    }

    /** A thread that stays interrupted would look all the time, and break files of bodies of later jobs. */
    @Test
    void shouldNotStayInterruptedByABody() {
        final ThreadWait wait = new ThreadWait(new BlockPolicy(MS, false), new Patience(1), () -> false,
            WaitEffect.NONE);
        Thread.currentThread().interrupt();
        wait.idle(0, Expecting.NOTHING);
        assertFalse(Thread.interrupted());
    }

    @Test
    void shouldTidyUpOnceInEachIdleTime() {
        final ThreadWait wait = new ThreadWait(new PollPolicy(), new Patience(1), () -> false, WaitEffect.NONE);
        for (int time = 0; time < 2; time++) {
            final long start = time * 100L * MS;
            wait.reset(start);
            assertFalse(wait.idle(start + MS, Expecting.NOTHING));
            assertTrue(wait.idle(start + 20 * MS, Expecting.NOTHING));
            assertFalse(wait.idle(start + 30 * MS, Expecting.NOTHING));
        }
    }

    @Test
    void shouldEndTheEffectOfALongWait() {
        final List<String> events = new ArrayList<>();
        final WaitEffect effect = new WaitEffect() {
            @Override
            public boolean isWanted(final long idleNs, final Expecting expecting) {
                return idleNs > MS;
            }

            @Override
            public void begin() {
                events.add("begin");
            }

            @Override
            public void end() {
                events.add("end");
            }
        };
        final ThreadWait wait = new ThreadWait(new PollPolicy(), new Patience(1), () -> false, effect);
        wait.reset(0);
        wait.idle(0, Expecting.NOTHING);
        wait.idle(MS, Expecting.NOTHING);
        assertEquals(List.of(), events);
        wait.idle(2 * MS, Expecting.NOTHING);
        wait.idle(3 * MS, Expecting.NOTHING);
        wait.reset(4 * MS);
        wait.reset(5 * MS);
        assertEquals(List.of("begin", "end"), events);
        wait.idle(5 * MS, Expecting.NOTHING);
        wait.idle(9 * MS, Expecting.NOTHING);
        wait.close();
        wait.close();
        assertEquals(List.of("begin", "end", "begin", "end"), events);
    }
}
