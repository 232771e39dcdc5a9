package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongUnaryOperator;
import org.gmt4j.CaptureException;
import org.gmt4j.Transferable;
import org.gmt4j.engine.function.TestBodies.Body;
import org.gmt4j.engine.function.TestBodies.Context;
import org.gmt4j.engine.function.TestBodies.Visit;
import org.junit.jupiter.api.Test;

/** The words that a user reads when a body cannot be sent. Line numbers are replaced by {@code #}. */
class CaptureMessageTest {
    private static final String REMEDY = " Make it a record and register it, copy what the body needs into a local"
        + " variable of a simple type, or put the data into a global array.";
    private static final String AT = "org.gmt4j.engine.function.CaptureMessageTest.";
    private static final String CANNOT = " cannot travel to another node: ";

    private long field = 3;

    record Pair(Object left, Object right) {
    }

    private static String refusal(final Object body) {
        return refusal(TestBodies.registryOf(CaptureMessageTest.class), body);
    }

    private static String refusal(final FunctionRegistry registry, final Object body) {
        final ValueWriter out = new ValueWriter(TestBodies.LIMIT);
        out.putInt(7);
        final CaptureException refused = assertThrows(CaptureException.class, () -> registry.encode(body, out));
        assertEquals(Integer.BYTES, out.length(), "the writer is as before");
        return refused.getMessage().replaceAll("java:\\d+", "java:#").replaceAll("@[0-9a-f]+", "@");
    }

    @Test
    void shouldNameCapturedVariable() {
        final long first = System.nanoTime();
        final double second = first;
        final Thread thread = Thread.currentThread();
        assertEquals("GMT-201 captured variable 'thread' (java.lang.Thread) of the lambda at " + AT
            + "shouldNameCapturedVariable(CaptureMessageTest.java:#)" + CANNOT + "it is neither a value nor of a"
            + " registered class."
            + REMEDY, refusal((Body) context -> context.seen = first + second + thread.getName()));
    }

    @Test
    void shouldNameVariableCapturedBesidesThis() {
        final Counting outer = new Counting();
        assertEquals("GMT-201 captured variable 'thread' (java.lang.Thread) of the lambda at"
            + " org.gmt4j.engine.function.CaptureMessageTest$Counting.body(CaptureMessageTest.java:#)" + CANNOT
            + "it is neither a value nor of a registered"
            + " class." + REMEDY, refusal(outer.body(5, Thread.currentThread())));
    }

    static final class Counting implements Transferable {
        private int count;

        Body body(final long number, final Thread thread) {
            return context -> context.seen = thread.getName() + number + count;
        }
    }

    @Test
    void shouldExplainUseOfThis() {
        assertEquals("GMT-201 'this' (org.gmt4j.engine.function.CaptureMessageTest) of the lambda at " + AT
            + "shouldExplainUseOfThis(CaptureMessageTest.java:#)" + CANNOT + "the lambda uses 'this' (class"
            + " org.gmt4j.engine.function.CaptureMessageTest) through field 'field', method step(). Copy what it"
            + " needs into local variables before the lambda, and make the methods that it calls static.",
            refusal((Body) context -> context.sum += field + step()));
    }

    private long step() {
        return 1;
    }

    @Test
    void shouldNameReceiverOfMethodReference() {
        final Visit body = this::visit;
        assertEquals("GMT-201 the receiver (org.gmt4j.engine.function.CaptureMessageTest) of the method reference"
            + " org.gmt4j.engine.function.CaptureMessageTest::visit in"
            + " org.gmt4j.engine.function.CaptureMessageTest" + CANNOT
            + "it is neither a value nor of a registered class." + REMEDY, refusal(body));
    }

    private long visit(final long index, final long argument) {
        return index;
    }

    @Test
    void shouldNameWayToNestedValue() {
        final Pair pair = new Pair(1, List.of("a", new Pair(new Object(), null)));
        assertEquals("GMT-201 captured variable 'pair' (org.gmt4j.engine.function.CaptureMessageTest$Pair) of the"
            + " lambda at " + AT
            + "shouldNameWayToNestedValue(CaptureMessageTest.java:#), its component 'right'"
            + " (java.util.ImmutableCollections$List12 of"
            + " 2), its element 1 (org.gmt4j.engine.function.CaptureMessageTest$Pair), its component 'left'"
            + " (java.lang.Object)"
            + CANNOT + "it is neither a value nor of a registered class." + REMEDY,
            refusal((Body) context -> context.seen = pair));
    }

    record ThreadBody(int count, Thread thread) implements Body {
        @Override
        public void run(final Context context) {
            context.seen = thread;
        }
    }

    @Test
    void shouldNameComponentOfBodyRecord() {
        assertEquals("GMT-201 component 'thread' (java.lang.Thread) of the record"
            + " org.gmt4j.engine.function.CaptureMessageTest$ThreadBody" + CANNOT
            + "it is neither a value nor of a registered"
            + " class." + REMEDY, refusal(new ThreadBody(1, Thread.currentThread())));
    }

    static final class ObjectBody implements Body {
        private static final long serialVersionUID = 1L;
        private final Object held;

        ObjectBody(final Object held) {
            this.held = held;
        }

        @Override
        public void run(final Context context) {
            context.seen = held;
        }
    }

    @Test
    void shouldNameFieldOfBodyClass() {
        assertEquals("GMT-201 field 'held' (java.lang.Object[2]) of the object of class"
            + " org.gmt4j.engine.function.CaptureMessageTest$ObjectBody" + CANNOT
            + "arrays of this kind do not travel. Use a list, or arrays of primitives, or a global array.",
            refusal(new ObjectBody(new Object[2])));
    }

    @Test
    void shouldExplainInnerClass() {
        final Body body = new Body() {
            private static final long serialVersionUID = 1L;

            @Override
            public void run(final Context context) {
                context.sum = field + step();
            }
        };
        assertEquals("GMT-201 the enclosing instance (org.gmt4j.engine.function.CaptureMessageTest) of the object"
            + " of class org.gmt4j.engine.function.CaptureMessageTest$1" + CANNOT
            + "an inner class keeps the object around it. Make the class static or a record, or use a"
            + " lambda.", refusal(body));
    }

    @Test
    void shouldExplainSharedCollection() {
        final ConcurrentHashMap<String, Long> counts = new ConcurrentHashMap<>();
        assertEquals("GMT-201 captured variable 'counts' (java.util.concurrent.ConcurrentHashMap of 0) of the lambda"
            + " at " + AT
            + "shouldExplainSharedCollection(CaptureMessageTest.java:#)" + CANNOT + "it is meant to be shared, but"
            + " every node would get a copy of its own. Use a global array and its atomic operations, or a plain"
            + " value.",
            refusal((Body) context -> counts.get("")));
    }

    @Test
    void shouldExplainCollectionDeclaredTooNarrow() {
        final LinkedList<Long> queue = new LinkedList<>();
        assertEquals("GMT-201 captured variable 'queue' (java.util.LinkedList of 0) of the lambda at " + AT
            + "shouldExplainCollectionDeclaredTooNarrow(CaptureMessageTest.java:#)" + CANNOT + "it is declared as"
            + " java.util.LinkedList but arrives as a java.util.ArrayList. Declare it as java.util.List.",
            refusal((Body) context -> context.seen = queue.getFirst()));
    }

    @Test
    void shouldExplainOrderOfItsOwn() {
        final Map<String, Long> counts = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        final String start = "it is sorted by a comparator, which does not travel, and without it a copy would find"
            + " other elements. Hand over a plain copy, ";
        assertEquals("GMT-201 captured variable 'counts' (java.util.TreeMap of 0) of the lambda at " + AT
            + "shouldExplainOrderOfItsOwn(CaptureMessageTest.java:#)" + CANNOT + start + "new LinkedHashMap<>(...),"
            + " and sort that where it is used: new TreeMap<>(comparator), then putAll.",
            refusal((Body) context -> context.seen = counts.get("a")));
        final Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        assertEquals("GMT-201 captured variable 'names' (java.util.TreeSet of 0) of the lambda at " + AT
            + "shouldExplainOrderOfItsOwn(CaptureMessageTest.java:#)" + CANNOT + start + "new ArrayList<>(...),"
            + " and sort that where it is used: new TreeSet<>(comparator), then addAll.",
            refusal((Body) context -> context.seen = names.contains("a")));
    }

    @Test
    void shouldExplainIdentities() {
        final Map<String, Long> counts = new IdentityHashMap<>();
        assertEquals("GMT-201 captured variable 'counts' (java.util.IdentityHashMap of 0) of the lambda at " + AT
            + "shouldExplainIdentities(CaptureMessageTest.java:#)" + CANNOT + "it tells its keys apart by their"
            + " identity, and a copy has keys of its own, which are nobody else's. Give each key a number or a name,"
            + " and use a HashMap by that.", refusal((Body) context -> context.seen = counts.get("a")));
    }

    @Test
    void shouldExplainForeignCollection() {
        final List<String> list = new ArrayList<>() {
            private static final long serialVersionUID = 1L;
        };
        assertEquals("GMT-201 captured variable 'list' (org.gmt4j.engine.function.CaptureMessageTest$2 of 0) of the"
            + " lambda at " + AT
            + "shouldExplainForeignCollection(CaptureMessageTest.java:#)" + CANNOT + "of collections only the lists,"
            + " sets and maps of java.util travel. Copy it into an ArrayList, LinkedHashSet or LinkedHashMap.",
            refusal((Body) context -> context.seen = list));
    }

    @Test
    void shouldExplainForeignSortedCollection() {
        final Set<String> set = new TreeSet<>() {
            private static final long serialVersionUID = 1L;
        };
        final String message = refusal((Body) context -> context.seen = set);
        assertTrue(message.endsWith("Copy it into a TreeMap or TreeSet, if it is sorted in the natural order; else into"
            + " a list, and sort that where it is used."), message);
    }

    @Test
    void shouldExplainLambdaThatIsNotSerializable() {
        final LongUnaryOperator operator = value -> value + 1;
        assertEquals("GMT-201 captured variable 'operator' (a lambda of"
            + " org.gmt4j.engine.function.CaptureMessageTest) of the"
            + " lambda at " + AT + "shouldExplainLambdaThatIsNotSerializable(CaptureMessageTest.java:#)" + CANNOT
            + "it is a lambda of the interface java.util.function.LongUnaryOperator, which is not Serializable."
            + " Declare an interface that extends both java.util.function.LongUnaryOperator and java.io.Serializable,"
            + " and use that.",
            refusal((Body) context -> context.sum = operator.applyAsLong(1)));
    }

    @Test
    void shouldGiveOwnExplanationOfKnownTypes() {
        final Context outer = new Context();
        final FunctionRegistry registry = TestBodies.builder().register(CaptureMessageTest.class)
            .explain(Context.class, "it belongs to the task around. Use the context that the body is handed.").build();
        assertEquals("GMT-201 captured variable 'outer' (org.gmt4j.engine.function.TestBodies$Context) of the"
            + " lambda at " + AT
            + "shouldGiveOwnExplanationOfKnownTypes(CaptureMessageTest.java:#)" + CANNOT
            + "it belongs to the task around. Use the context that the body is handed.",
            refusal(registry, (Body) context -> context.sum = outer.sum));
    }

    @Test
    void shouldTellHowToRegisterHostOfLambda() {
        assertEquals("GMT-202 the body (a lambda of org.gmt4j.engine.function.CaptureMessageTest)" + CANNOT
            + "the class around it, org.gmt4j.engine.function.CaptureMessageTest, is not registered. "
            + "Start the cluster with it: GmtCluster.connect(CaptureMessageTest.class) or "
            + "GmtCluster.builder().register(CaptureMessageTest.class), or name it in GmtApp.registeredClasses().",
            refusal(TestBodies.registryOf(Pair.class), (Body) context -> context.sum++));
    }

    @Test
    void shouldTellHowToRegisterBodyClass() {
        assertEquals("GMT-202 the body (org.gmt4j.engine.function.CaptureMessageTest$ObjectBody)" + CANNOT
            + "org.gmt4j.engine.function.CaptureMessageTest$ObjectBody is not registered. Start the cluster with it:"
            + " GmtCluster.connect(ObjectBody.class) or GmtCluster.builder().register(ObjectBody.class), or name it in"
            + " GmtApp.registeredClasses().",
            refusal(TestBodies.registryOf(Pair.class), new ObjectBody(null)));
    }

    @Test
    void shouldTellHowToRegisterRecord() {
        final Object foreign = new BodyClassTravelTest.AddRecord(1, null);
        assertEquals("GMT-202 captured variable 'foreign' (org.gmt4j.engine.function.BodyClassTravelTest$AddRecord)"
            + " of the lambda at " + AT + "shouldTellHowToRegisterRecord(CaptureMessageTest.java:#)" + CANNOT
            + "org.gmt4j.engine.function.BodyClassTravelTest$AddRecord is not registered. Start the cluster with it:"
            + " GmtCluster.connect(AddRecord.class) or GmtCluster.builder().register(AddRecord.class), or name it in"
            + " GmtApp.registeredClasses().",
            refusal((Body) context -> context.seen = foreign));
    }

    @Test
    void shouldTellHowToRegisterRecordThatIsDeclaredInMethod() {
        final Object foreign = LocalRecords.of();
        final String message = refusal((Body) context -> context.seen = foreign);
        assertTrue(message.endsWith("LocalRecords$1Point is not registered. Start the cluster with it:"
            + " GmtCluster.connect(LocalRecords.class) or GmtCluster.builder().register(LocalRecords.class), or name it"
            + " in GmtApp.registeredClasses()."), message);
    }

    @Test
    void shouldRefuseWhatIsNoBody() {
        assertEquals("GMT-205 java.lang.String is not a body: it implements none of"
            + " org.gmt4j.engine.function.TestBodies$Body, org.gmt4j.engine.function.TestBodies$Function,"
            + " org.gmt4j.engine.function.TestBodies$Visit.", refusal("text"));
    }

    @Test
    void shouldNameLargestVariableWhenTooLong() {
        final long[] edges = new long[1_000_000];
        final int[] few = new int[3];
        assertEquals("GMT-203 the captured values of the lambda at " + AT
            + "shouldNameLargestVariableWhenTooLong(CaptureMessageTest.java:#) would be about 8000012 bytes long,"
            + " allowed are 65536. The largest is captured variable 'edges' (long[1000000], 8000000 bytes): put it"
            + " into a global array, which travels as an id.", refusal((Body) context -> context.sum = edges[few[0]]));
    }

    @Test
    void shouldRefuseValueThatContainsItself() {
        final List<Object> list = new ArrayList<>();
        list.add(list);
        final String message = refusal((Body) context -> context.seen = list);
        assertEquals("GMT-204 captured variable 'list' (java.util.ArrayList of 1) of the lambda at " + AT
            + "shouldRefuseValueThatContainsItself(CaptureMessageTest.java:#), its element 0 (java.util.ArrayList of"
            + " 1), its element 0 (java.util.ArrayList of 1), its element 0 (java.util.ArrayList of 1), ... (60 more),"
            + " its element 0 (java.util.ArrayList of"
            + " 1)" + CANNOT + "values are nested more than 64 deep, or one contains itself."
            + " Use a flat form, for example arrays with indices.", message);
    }

    interface Both extends LongUnaryOperator, Serializable {
    }

    @Test
    void shouldNameVariableOfNestedLambda() {
        final Thread thread = Thread.currentThread();
        final Both inner = value -> value + thread.getName().length();
        assertEquals("GMT-201 captured variable 'inner' (a lambda of org.gmt4j.engine.function.CaptureMessageTest)"
            + " of the lambda at "
            + AT + "shouldNameVariableOfNestedLambda(CaptureMessageTest.java:#), its captured variable 'thread'"
            + " (java.lang.Thread)"
            + CANNOT + "it is neither a value nor of a registered class." + REMEDY,
            refusal((Body) context -> context.sum = inner.applyAsLong(1)));
    }

    @Test
    void shouldNameResult() {
        final CaptureException refused = assertThrows(CaptureException.class, () -> TestBodies.registryOf()
            .encodeValue(List.of(new Object()), "the result of task 5", new ValueWriter(TestBodies.LIMIT)));
        assertEquals("GMT-201 element 0 (java.lang.Object) of the result of task 5"
            + " (java.util.ImmutableCollections$List12 of 1)"
            + CANNOT + "it is neither a value nor of a registered class." + REMEDY, refused.getMessage());
    }
}
