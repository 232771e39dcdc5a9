package org.gmt4j.cli.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * What the nodes' just-in-time compiler is told, so that young nodes have the cores for their work: a node compiles for some two seconds after
 * its start, and as long as it does it runs at half speed.
 *
 * <p>Methods that run once a block or a turn are not copied into each of their callers: otherwise the whole way to the transport is compiled
 * half a dozen times. One method of the option parser is hot while a node reads its command line, and then never again; the optimising
 * compiler was busy with it for 0.3 to 0.8 s.
 */
final class CompilerHints {
    private static final List<String> ONCE_A_BLOCK_OR_TURN = List.of(
        "org.gmt4j.aggregation.server.CommunicationServer::send",
        "org.gmt4j.aggregation.server.CommunicationServer::poll",
        "org.gmt4j.aggregation.server.CommunicationServer::transportWork",
        "org.gmt4j.aggregation.server.RequestSender::send",
        "org.gmt4j.aggregation.queue.Aggregator::openBlock",
        "org.gmt4j.runtime.helper.CommandExecutor::onBlock");
    private static final String START_ONLY = "picocli.CommandLine$Model$Interpolator::resolveLookups";

    private CompilerHints() {
    }

    /** The JVM's flags. Names that it does not know do no harm. */
    static List<String> flags() {
        final List<String> flags = new ArrayList<>(List.of("-XX:CompileCommand=quiet", "-XX:CompileCommand=exclude," + START_ONLY));
        ONCE_A_BLOCK_OR_TURN.forEach(method -> flags.add("-XX:CompileCommand=dontinline," + method));
        return flags;
    }
}
