package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.gmt4j.Transferable;
import org.gmt4j.engine.function.TestBodies.Body;
import org.gmt4j.engine.function.TestBodies.Bound;
import org.gmt4j.engine.function.TestBodies.Context;
import org.gmt4j.engine.function.TestBodies.Visit;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;

/** Classes, records and enums that are bodies, with their state. */
class BodyClassTravelTest {
    record AddRecord(long amount, Bound array) implements Body {
        @Override
        public void run(final Context context) {
            context.sum += amount;
            context.seen = array;
        }
    }

    static class Named implements Transferable {
        protected final String name;

        Named(final String name) {
            this.name = name;
        }
    }

    static final class AddObject extends Named implements Body {
        private static final long serialVersionUID = 1L;
        private final int amount;
        private final double[] weights;
        private final Body next;
        private transient Object cache = new Object();

        AddObject(final String name, final int amount, final double[] weights, final Body next) {
            super(name);
            this.amount = amount;
            this.weights = weights;
            this.next = next;
        }

        @Override
        public void run(final Context context) throws SuspendExecution {
            context.sum += (long) (amount * weights[0]);
            next.run(context);
            context.seen = name;
        }
    }

    enum Direction implements Visit {
        UP {
            @Override
            public long visit(final long index, final long argument) {
                return index + argument;
            }
        },
        DOWN {
            @Override
            public long visit(final long index, final long argument) {
                return index - argument;
            }
        }
    }

    private static <T> T travel(final T body, final Class<T> type) {
        return TestBodies.travel(body, type, BodyClassTravelTest.class);
    }

    @Test
    void shouldCarryRecord() throws SuspendExecution {
        final Context context = new Context();
        travel(new AddRecord(5, new Bound(0, 1, 3)), Body.class).run(context);
        assertEquals(5, context.sum);
        assertEquals(new Bound(9, 1, 3), context.seen);
    }

    @Test
    void shouldCarryFieldsOfClassAndSuperclassButNotTransientOnes() throws SuspendExecution {
        final Context context = new Context();
        final Body body = new AddObject("x", 2, new double[] {1.5}, new AddRecord(4, null));
        final AddObject copy = (AddObject) travel(body, Body.class);
        copy.run(context);
        assertEquals(7, context.sum);
        assertEquals("x", context.seen);
        assertNull(copy.cache);
    }

    @Test
    void shouldCarryEnumConstant() {
        assertSame(Direction.DOWN, travel(Direction.DOWN, Visit.class));
    }

    @Test
    void shouldCarryAnonymousClassOfStaticMethod() {
        assertEquals(12, travel(anonymous(2), Visit.class).visit(10, 0));
    }

    private static Visit anonymous(final long added) {
        return new Visit() {
            @Override
            public long visit(final long index, final long argument) {
                return index + added;
            }
        };
    }
}
