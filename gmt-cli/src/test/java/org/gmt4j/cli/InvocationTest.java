package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.cli.doctor.Machine;
import org.gmt4j.cli.result.ResultWriter;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.junit.jupiter.api.Test;

/** A topology says nothing about memory that processes of a host share, and the result says so. */
class InvocationTest {
    private static boolean says(final TopologyKind topology, final RunConfig.Transport transport,
                                final boolean inProcess, final String shared)
        throws IOException {
        final PrintStream none = new PrintStream(new ByteArrayOutputStream());
        final CliContext context = new CliContext(CliContext.Role.LAUNCHER, new CliContext.Console(none, none),
            new Environment(Map.of(), Map.of("java.version", "17")), Path.of("."), Machine.ofProcess(), List::of,
            List.of(), new CliContext.Starters(Optional.empty(), Optional.empty(), "none"));
        final RunPlan plan = new RunPlan(4, inProcess, transport, RunConfig.Plan.COMBINED, 1, 0, topology, 1);
        final AppRun run = new Invocation(context, FakeApp.all().get(0), new CommonOptions(),
            Settings.defaults().with("gmt.armci.shared", shared), plan,
            List.of(), Map.of()).on(null);
        final StringBuilder text = new StringBuilder();
        final StringBuilder json = new StringBuilder();
        ResultWriter.of(ResultWriter.Format.TEXT).write(run.result().build(List.of()), text);
        ResultWriter.of(ResultWriter.Format.JSON).write(run.result().build(List.of()), json);
        final boolean inText = text.toString()
            .contains("goes by shared windows, not by the topology " + topology.spelling());
        assertEquals(inText, json.toString().contains("\"oneSidedMemory\""), json::toString);
        return inText;
    }

    @Test
    void shouldSayThatSharedWindowsDoNotFollowTheTopology() throws IOException {
        assertEquals(true, says(TopologyKind.MFCG, RunConfig.Transport.IPC, false, "auto"));
        assertEquals(false, says(TopologyKind.FCG, RunConfig.Transport.IPC, false, "auto"));
        assertEquals(false, says(TopologyKind.MFCG, RunConfig.Transport.UDP, false, "auto"));
        assertEquals(false, says(TopologyKind.MFCG, RunConfig.Transport.LOOPBACK, true, "auto"));
        assertEquals(false, says(TopologyKind.MFCG, RunConfig.Transport.IPC, false, "off"));
    }
}
