package org.gmt4j.cli.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * Hints for the nodes' just-in-time compiler, so that young nodes have the cores for their work: a node compiles for
 * some two seconds after its start, and as long as it does it runs at half speed.
 *
 * <p>Methods that run once a block or a turn are not copied into each of their callers: otherwise the whole way to the
 * transport is compiled half a dozen times: the sender of requests, with the transport copied in twice, took 0.2 s, and
 * was compiled twice. Nor are they compiled before three times as many calls as usual: turns without work pass the
 * usual count long before it matters (with eight times graphs are built faster still, and the first searches are slower
 * by a quarter). Code that links lambdas and reads and writes classes is hot at the start, and then never again; one
 * method of the option parser alone kept the optimising compiler busy for 0.3 to 0.8 s. The loops that build a graph
 * run through all edges once, and interpreted until 60,000 have passed: they are compiled twice as soon (five times as
 * soon, graphs of 2^16 vertices are built a little faster, those of 2^20 slower by a tenth).
 *
 * <p>Where workers have all cores, the optimising compiler takes its time from them, and a young node calls thousands
 * of methods a little more often than the usual 5,000 times, and never much more: it waits for four times as many
 * calls. Loops are compiled as soon as usual.
 */
final class CompilerHints {
    /**
     * A job that ends within seconds: the simple compiler alone, and only for methods that are called often or loop
     * long. The usual counts for it are 200 calls and 60,000 turns of a loop, a fifth and three times these: at the
     * start of a JVM thousands of methods pass 200, and few of them are called much more often.
     */
    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:Tier3InvocationThreshold=1000",
        "-XX:Tier3MinInvocationThreshold=500", "-XX:Tier3CompileThreshold=10000", "-XX:Tier3BackEdgeThreshold=20000");
    private static final List<String> ONCE_A_BLOCK_OR_TURN = List.of(
        "org.gmt4j.aggregation.server.CommunicationServer::send",
        "org.gmt4j.aggregation.server.CommunicationServer::poll",
        "org.gmt4j.aggregation.server.CommunicationServer::transportWork",
        "org.gmt4j.aggregation.server.RequestSender::send",
        "org.gmt4j.aggregation.server.RequestSender::sendGathered",
        "org.gmt4j.aggregation.transport.connect.OnDemandTransport::tryClaim",
        "org.gmt4j.aggregation.queue.Aggregator::openBlock",
        "org.gmt4j.aggregation.queue.Aggregator::close",
        "org.gmt4j.aggregation.queue.Aggregator::relieve",
        "org.gmt4j.engine.helper.CommandExecutor::onBlock");
    private static final List<String> CALLED_OFTEN = List.of("-XX:Tier4InvocationThreshold=20000",
        "-XX:Tier4MinInvocationThreshold=2400", "-XX:Tier4CompileThreshold=60000");
    private static final String NEVER_AGAIN = "picocli.CommandLine$Model$Interpolator::resolveLookups";
    private static final List<String> START_ONLY = List.of("java.lang.invoke.*", "jdk.internal.org.objectweb.asm.*",
        "java.io.DataInputStream");
    private static final List<String> NOT_BEFORE_IT_MATTERS = List.of("org.gmt4j.aggregation.server.*",
        "org.gmt4j.aggregation.transport.*", "org.gmt4j.engine.node.*", "io.aeron.*");
    /** Times the usual counts of calls and loops. Decimals: the JVM reads no other numbers here. */
    private static final String MUCH_LATER = "50.0";
    private static final String LATER = "3.0";
    private static final List<String> RUN_ONCE_THROUGH_EDGES = List.of("org.gmt4j.graph.csr.*");
    private static final String SOONER = "0.5";

    private CompilerHints() {
    }

    /**
     * The JVM's flags. Names that it does not know do no harm.
     *
     * @param isQuick whether the job is too short for the optimising compiler
     */
    static List<String> flags(final boolean isQuick) {
        return isQuick ? QUICK : full();
    }

    private static List<String> full() {
        final List<String> flags = new ArrayList<>(List.of("-XX:CompileCommand=quiet",
            "-XX:CompileCommand=exclude," + NEVER_AGAIN));
        flags.addAll(CALLED_OFTEN);
        ONCE_A_BLOCK_OR_TURN.forEach(method -> flags.add("-XX:CompileCommand=dontinline," + method));
        START_ONLY.forEach(classes -> flags.add(scaled(classes, MUCH_LATER)));
        NOT_BEFORE_IT_MATTERS.forEach(classes -> flags.add(scaled(classes, LATER)));
        RUN_ONCE_THROUGH_EDGES.forEach(classes -> flags.add(scaled(classes, SOONER)));
        return flags;
    }

    private static String scaled(final String classes, final String factor) {
        return "-XX:CompileCommand=CompileThresholdScaling," + classes + "::*," + factor;
    }
}
