package org.gmt4j.engine.profile;

import java.util.List;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The events that a node writes into a flight recording, all with the id of the node, since several may be in one JVM.
 * {@code took} is nanoseconds: events of long intervals that were not sampled have no duration of their own, because
 * they were created at the end of the interval.
 */
final class ProfileEvents {
    static final String CATEGORY = "GMT";

    private ProfileEvents() {
    }

    static List<Class<? extends Event>> all() {
        return List.of(Chunk.class, Wait.class, BlockClosed.class, BlockTimes.class, BufferSent.class,
            Stall.class, HelperBatch.class);
    }

    @Name("gmt.Chunk")
    @Label("Chunk")
    @Description("A chunk of a loop, or a task, from its begin until its commands have been executed")
    @Category(CATEGORY)
    @StackTrace(false)
    static final class Chunk extends Event {
        @Label("Node") int node;
        @Label("Worker") int worker;
        @Label("Iterations") long iterations;
        @Label("Body") Class<?> body;
        @Label("Took") @Timespan long took;
        @Label("Sampled") boolean sampled;
    }

    @Name("gmt.Wait")
    @Label("Wait of a task")
    @Description("From the suspension of a task until it runs again")
    @Category(CATEGORY)
    @StackTrace(false)
    static final class Wait extends Event {
        @Label("Node") int node;
        @Label("Worker") int worker;
        @Label("For") String kind;
        @Label("Took") @Timespan long took;
        @Label("Sampled") boolean sampled;
    }

    @Name("gmt.BlockClosed")
    @Label("Block closed")
    @Category(CATEGORY)
    @StackTrace(false)
    static final class BlockClosed extends Event {
        @Label("Node") int node;
        @Label("Lane") int lane;
        @Label("Destination") int destination;
        @Label("Length") @DataAmount int length;
        @Label("Commands") int commands;
        @Label("Reason") String reason;
    }

    @Name("gmt.BlockTimes")
    @Label("Stages of a block")
    @Category(CATEGORY)
    @StackTrace(false)
    static final class BlockTimes extends Event {
        @Label("Node") int node;
        @Label("Lane") int lane;
        @Label("Destination") int destination;
        @Label("Block filled") @Timespan long issueToBlock;
        @Label("Waits for a buffer") @Timespan long blockToBuffer;
        @Label("Wire") @Timespan long wire;
        @Label("Execution") @Timespan long execution;
        @Label("Reply") @Timespan long reply;
        @Label("Wire is half of what is not execution") boolean halved;
    }

    @Name("gmt.BufferSent")
    @Label("Buffer sent")
    @Category(CATEGORY)
    @StackTrace(false)
    static final class BufferSent extends Event {
        @Label("Node") int node;
        @Label("Destination") int destination;
        @Label("Class") String trafficClass;
        @Label("Length") @DataAmount int length;
        @Label("Blocks") int blocks;
        @Label("Reason") String reason;
    }

    @Name("gmt.Stall")
    @Label("Stall")
    @Description("A thread that issues commands had no credit for a destination, or no free block")
    @Category(CATEGORY)
    @StackTrace(false)
    static final class Stall extends Event {
        @Label("Node") int node;
        @Label("Lane") int lane;
        @Label("Destination") int destination;
        @Label("For") String kind;
        @Label("Took") @Timespan long took;
    }

    @Name("gmt.HelperBatch")
    @Label("Helper batch")
    @Description("The execution of one block of commands")
    @Category(CATEGORY)
    @StackTrace(false)
    static final class HelperBatch extends Event {
        @Label("Node") int node;
        @Label("Lane") int lane;
        @Label("Origin") int origin;
        @Label("Commands") long commands;
        @Label("Took") @Timespan long took;
    }
}
