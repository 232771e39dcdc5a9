package org.gmt4j.cli.doctor;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.launch.DriverHost;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.memory.SharedConfig;
import org.gmt4j.engine.publish.JobDirectory;

/** Judges a machine for a number of nodes. Takes less than a second; changes nothing. */
public final class Doctor {

    private static final long MB = 1L << 20;
    private static final long JVM_BYTES = 80 * MB;
    /** Beside those of its JVM. */
    private static final long NODE_BYTES = 48 * MB;
    private static final long SHARED_MEMORY_PER_NODE = 64 * MB;   // if the driver does not say
    private static final long GOOD_SOCKET_BUFFER = 2 * MB;
    private static final int MIN_JDK = 17;
    private static final int TIMEOUT_MS = 500;
    private static final int PROBE_LENGTH = 1_400;
    private static final String NOT_NEEDED = "not needed: all nodes in one process";
    private static final String LOOPBACK_REMEDY =
        "ip link set lo up; check the firewall; or run all nodes in one process: --in-process";

    private final Machine machine;
    private final CliContext context;
    private final Settings settings;
    private final RunPlan plan;
    private final int nodes;

    /**
     * @param settings of the job that is to run here
     * @throws CliException for those that no job could have
     */
    public Doctor(final CliContext context, final Settings settings) {
        this.context = context;
        this.machine = context.machine();
        this.settings = settings;
        this.plan = plan();
        this.nodes = plan.nodes();
    }

    private RunPlan plan() {
        final RunConfig config = settings.load(RunConfig.class);
        try {
            return RunPlan.of(config, Math.max(1, machine.cores() / config.nodes()), false);
        } catch (final IllegalArgumentException e) {
            throw CliException.usage(e.getMessage() + ".");
        }
    }

    /** @return one finding for each thing looked at */
    public List<Finding> examine() {
        final List<Finding> findings = new ArrayList<>();
        findings.add(jdk(Runtime.version().feature()));
        findings.add(opens());
        findings.add(runtime());
        findings.add(cores());
        findings.add(binding());
        findings.add(load());
        findings.add(memory());
        findings.add(heap());
        findings.add(sharedMemory());
        findings.add(socketBuffers());
        findings.add(tcp());
        findings.add(udp());
        findings.add(hugePages());
        findings.add(windows());
        return findings;
    }

    Finding jdk(final int feature) {
        final String value = context.environment().property("java.version").orElse("?") + " ("
            + context.environment().property("java.vm.name").orElse("?") + ")";
        return feature >= MIN_JDK ? Finding.ok("jdk", value)
            : Finding.bad("jdk", value, "GMT needs " + MIN_JDK + " or later",
                "apt-get install openjdk-17-jdk-headless");
    }

    /** The launcher opens the package for its nodes; this finding concerns programs that embed GMT. */
    private Finding opens() {
        final boolean open = Object.class.getModule().isOpen("jdk.internal.misc", Doctor.class.getModule());
        return Finding.ok("opens", open ? "java.base/jdk.internal.misc is open"
            : "given to node processes by the launcher; an embedding program adds --add-opens "
                + "java.base/jdk.internal.misc=ALL-UNNAMED");
    }

    private Finding runtime() {
        return context.nodeRunner().isPresent() ? Finding.ok("runtime", "found")
            : Finding.bad("runtime", "missing", "this build cannot run anything", "build it again: mvn -q package");
    }

    private Finding cores() {
        final int cores = machine.cores();
        final String value = cores + " cores for " + nodes + " nodes";
        return cores >= nodes ? Finding.ok("cores", value)
            : Finding.warn("cores", value, "nodes take turns: results are right, rates are not scaling figures",
                "take --nodes " + cores + " for measurements");
    }

    private Finding binding() {
        final OptionalLong online = machine.onlineCores();
        final String value = machine.cores() + " of " + (online.isPresent() ? online.getAsLong() : "?")
            + " cores usable";
        if (online.isEmpty() || machine.cores() >= online.getAsLong()) {
            return Finding.ok("cpu binding", value);
        }
        return Finding.warn("cpu binding", value,
            "this process is bound or limited (mpirun binds to one core by default)",
            "mpirun --bind-to none, taskset -a, or a larger --cpus of the container");
    }

    private Finding load() {
        final Optional<Double> load = machine.load();
        final String value = load.map(l -> String.format(Locale.ROOT, "%.2f", l)).orElse("unknown");
        return load.isEmpty() || load.get() < 0.25 * machine.cores() ? Finding.ok("load", value)
            : Finding.warn("load", value, "other programs take part of the cores: rates vary", "wait, or see 'top'");
    }

    Finding memory() {
        final OptionalLong available = machine.availableMemory();
        if (available.isEmpty()) {
            return Finding.ok("memory", "unknown");
        }
        final String value = available.getAsLong() / MB + " MB available for " + nodes + " nodes"
            + machine.containerLimit().map(limit -> " (container limit " + limit + ")").orElse("");
        final long once = plan.inProcess() ? JVM_BYTES : 0;
        final long each = plan.inProcess() ? NODE_BYTES : NODE_BYTES + JVM_BYTES;
        if (available.getAsLong() < once + nodes * each) {
            return Finding.bad("memory", value, "a node needs " + each / MB + " MB before its data"
                + (plan.inProcess() ? ", and their JVM " + once / MB + " MB" : ""),
                "take --nodes " + Math.max(1, (available.getAsLong() - once) / each) + ", or free memory");
        }
        return available.getAsLong() < 4 * (once + nodes * each)
            ? Finding.warn("memory", value, "little room for arrays", "take fewer nodes or small graphs")
            : Finding.ok("memory", value);
    }

    private Finding heap() {
        return Finding.ok("heap", context.environment().variable(ReservedVariables.HEAP)
            .map(heap -> heap + " per node (GMT_HEAP)").orElse("computed from memory and nodes (GMT_HEAP sets it)"));
    }

    /** Judges the folder that a job would take for the driver's files. */
    Finding sharedMemory() {
        if (plan.transport() == RunConfig.Transport.LOOPBACK) {
            return Finding.ok("shared memory", NOT_NEEDED);
        }
        final long needed = driverBytes();
        final Optional<Path> memory = machine.sharedMemory();
        final Path folder = JobDirectory.parent(context.environment(), memory, needed);
        final long free = folder.toFile().getUsableSpace();
        final String value = free / MB + " MB free in " + folder;
        final boolean isNamed = context.environment().variable(ReservedVariables.AERON_DIR).isPresent();
        final String enlarge = memory.map(path -> "mount -o remount,size=" + ByteCount.parts(needed, MB) * 2 + "m "
            + path + " (container: --shm-size)").orElse("mount -t tmpfs tmpfs /dev/shm");
        if (free < needed) {
            return Finding.bad("shared memory", value, nodes + " nodes may need " + ByteCount.megabytes(needed)
                + (isNamed ? " there" : ", and no folder has them") + ": a job is refused (GMT-121)",
                (isNamed ? "" : enlarge + "; or ") + "GMT_AERON_DIR=<folder of a larger file system>; "
                + (plan.inProcess() ? "or leave --transport away" : "or all nodes in one process: --in-process"));
        }
        if (isNamed || memory.filter(folder::equals).isPresent()) {
            return Finding.ok("shared memory", value);
        }
        final String lack = memory.map(path -> path.toFile().getUsableSpace() / MB + " MB free in " + path)
            .orElse("no writable /dev/shm");
        return Finding.warn("shared memory", lack, nodes + " nodes may need " + ByteCount.megabytes(needed)
            + " there; the files go to a disk folder, " + folder + ": slower", enlarge);
    }

    /** One driver for all nodes over IPC, one for each over UDP, as the launcher starts them. */
    private long driverBytes() {
        if (DriverHost.isNeedless(plan.transport(), plan)) {
            return 0;
        }
        final int drivers = plan.transport() == RunConfig.Transport.UDP ? nodes : 1;
        return context.driverHosts().map(driver -> driver.neededBytes(settings, plan.transport(), nodes))
            .map(bytes -> ByteCount.times(drivers, bytes)).orElse(nodes * SHARED_MEMORY_PER_NODE);
    }

    private Finding socketBuffers() {
        final OptionalLong receive = machine.maxReceiveBuffer();
        final OptionalLong send = machine.maxSendBuffer();
        if (receive.isEmpty() || send.isEmpty()) {
            return Finding.ok("socket buffers", "unknown");
        }
        final String value = "at most " + receive.getAsLong() / 1024 + " KB in, " + send.getAsLong() / 1024 + " KB out";
        return Math.min(receive.getAsLong(), send.getAsLong()) >= GOOD_SOCKET_BUFFER
            ? Finding.ok("socket buffers", value)
            : Finding.warn("socket buffers", value, "matters for --transport udp only: bursts are lost and sent again",
                "sysctl -w net.core.rmem_max=4194304 net.core.wmem_max=4194304");
    }

    /** Whatever the transport, node processes of a host meet at their launcher over the loopback interface. */
    private Finding tcp() {
        if (plan.inProcess()) {
            return Finding.ok("tcp loopback", NOT_NEEDED);
        }
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
             Socket caller = new Socket()) {
            server.setSoTimeout(TIMEOUT_MS);
            caller.connect(server.getLocalSocketAddress(), TIMEOUT_MS);
            try (Socket called = server.accept()) {
                called.setSoTimeout(TIMEOUT_MS);
                caller.getOutputStream().write(1);
                if (called.getInputStream().read() != 1) {
                    throw new IOException("a byte is lost");
                }
            }
            return Finding.ok("tcp loopback", "works");
        } catch (final IOException e) {
            return Finding.bad("tcp loopback", "fails: " + e.getMessage(),
                "node processes cannot meet here, whatever the transport", LOOPBACK_REMEDY);
        }
    }

    /** And they ask each other for connections over it. */
    private Finding udp() {
        if (plan.inProcess() && plan.transport() != RunConfig.Transport.UDP) {
            return Finding.ok("udp loopback", NOT_NEEDED);
        }
        try (DatagramSocket receiver = new DatagramSocket(0, InetAddress.getLoopbackAddress());
             DatagramSocket sender = new DatagramSocket()) {
            receiver.setSoTimeout(TIMEOUT_MS);
            final byte[] probe = new byte[PROBE_LENGTH];
            sender.send(new DatagramPacket(probe, probe.length, receiver.getLocalSocketAddress()));
            receiver.receive(new DatagramPacket(new byte[PROBE_LENGTH], PROBE_LENGTH));
            return Finding.ok("udp loopback", "works");
        } catch (final IOException e) {
            return Finding.bad("udp loopback", "fails: " + e.getMessage(),
                "node processes cannot ask for connections here, whatever the transport", LOOPBACK_REMEDY);
        }
    }

    private Finding hugePages() {
        final String mode = machine.transparentHugePages().orElse("unknown");
        return mode.equals("never")
            ? Finding.warn("huge pages", mode, "large arrays cost more address translations: slower random access",
                "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled")
            : Finding.ok("huge pages",
                mode + (mode.equals("madvise") ? " (used for arrays; GMT_HUGE_PAGES=off does not)" : ""));
    }

    /**
     * Nothing to warn about: transfers are many times faster than without, and only large memory at random places is
     * slower.
     */
    private Finding windows() {
        if (settings.load(SharedConfig.class).shared() == SharedConfig.Mode.OFF) {
            return Finding.ok("shared windows",
                "off: one-sided transfers between processes go as messages (gmt.armci.shared=auto)");
        }
        final String pages = machine.sharedMemoryHugePages().orElse("unknown");
        return Finding.ok("shared windows",
            "auto" + (pages.equals("never") ? ", small pages: random access to one-sided memory of 100 MB and more"
            + " gains a fifth by: mount -o remount,huge=within_size /dev/shm" : ", huge pages " + pages));
    }
}
