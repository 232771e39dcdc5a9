package org.gmt4j;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The classes of the processes that tests start, as an archive that the JVM maps: a process that lives for a second
 * spends most of it with reading and verifying them (decision 0017). Like the product's in two layers, the upper one
 * with what a small job generates while it runs. Made once for a module and its class path, in
 * {@code target}, by the first JVM of tests that asks for it; others wait. Where it cannot be made, processes start
 * without. Any thread.
 */
public final class ClassArchive {
    private static final String TESTS_PATH = System.getProperty("surefire.test.class.path",
        System.getProperty("java.class.path"));
    private static final Path HOME = Path.of("target", "class-archive").toAbsolutePath();
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));
    private static final String JAVA = JAVA_HOME.resolve("bin").resolve("java").toString();
    private static final int JDK_WITH_AOT_LOG = 25;
    private static final int LIMIT_S = 120;
    /** What processes load, and above it what those of a job generate. */
    private static final String LOWER = "classes.jsa";
    private static final String LAUNCHER = "launcher.jsa";
    private static final String NODE = "node.jsa";
    /** What processes of ours load; tests bring more, such as a compiler. */
    private static final Pattern LOADED = Pattern.compile("(gmt-(?!.*-tests)|classes-|aeron-|agrona-|slf4j-|logback-|"
        + "picocli-|jackson-|HdrHistogram-|commons-compress-).*\\.jar");

    private ClassArchive() {
    }

    /** Made by the first who asks. */
    private static final class Made {
        private static final String PATH;
        private static final List<String> FLAGS;
        private static final Path OF_NODES;

        static {
            try {
                Files.createDirectories(HOME);
                try (FileChannel file = FileChannel.open(HOME.resolve("lock"), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE); FileLock lock = file.lock()) {
                    PATH = packed();
                    FLAGS = lock.isValid() ? flagsOf(upper(archive(PATH), LAUNCHER)) : List.of();
                    OF_NODES = upper(HOME.resolve(LOWER), NODE);
                }
            } catch (final IOException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private Made() {
        }
    }

    /** @return the class path of the tests, with jars in the place of folders, of which archives hold no classes */
    public static String path() {
        return Made.PATH;
    }

    /** @return what tells a JVM whose class path begins with {@link #path()} to use it; silent where it does not fit */
    public static List<String> flags() {
        return Made.FLAGS;
    }

    /** @return the words that start a Java which lives for a second, up to its main class */
    public static List<String> java(final String... flags) {
        final List<String> words = new ArrayList<>(List.of(JAVA, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        words.addAll(flags());
        words.addAll(List.of(flags));
        words.addAll(List.of("-cp", path()));
        return words;
    }

    /** Lets the nodes of a launcher with these variables use it. */
    public static void addTo(final Map<String, String> variables) {
        if (!flags().isEmpty()) {
            variables.put("GMT_CDS_ARCHIVE", Made.OF_NODES.toString());
        }
    }

    private static List<String> flagsOf(final Path archive) {
        if (!Files.exists(archive)) {
            return List.of();
        }
        final List<String> flags = new ArrayList<>(List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto",
            "-Xlog:cds=off", "-Xlog:cds+dynamic=off"));
        if (Runtime.version().feature() >= JDK_WITH_AOT_LOG) {
            flags.add("-Xlog:aot=off");
        }
        return List.copyOf(flags);
    }

    // --- jars ---

    private static String packed() throws IOException {
        final List<String> entries = new ArrayList<>();
        for (final String entry : TESTS_PATH.split(File.pathSeparator)) {
            final Path path = Path.of(entry).toAbsolutePath();
            entries.add(Files.isDirectory(path) ? jar(path, entries.size()).toString() : path.toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    private static Path jar(final Path folder, final int number) throws IOException {
        final Path jar = HOME.resolve(folder.getFileName() + "-" + number + ".jar");
        final List<Path> files;
        FileTime newest = FileTime.fromMillis(0);
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted().toList();
        }
        for (final Path file : files) {
            final FileTime changed = Files.getLastModifiedTime(file);
            newest = changed.compareTo(newest) > 0 ? changed : newest;
        }
        if (!Files.exists(jar) || Files.getLastModifiedTime(jar).compareTo(newest) < 0) {
            // processes that use the old one keep it
            final Path draft = Files.createTempFile(HOME, "classes", ".draft");
            try (OutputStream out = Files.newOutputStream(draft); JarOutputStream packed = new JarOutputStream(out)) {
                packed.setLevel(0);
                for (final Path file : files.stream().filter(Files::isRegularFile).toList()) {
                    packed.putNextEntry(new JarEntry(folder.relativize(file).toString()
                        .replace(File.separatorChar, '/')));
                    Files.copy(file, packed);
                }
            }
            Files.move(draft, jar, StandardCopyOption.REPLACE_EXISTING);
        }
        return jar;
    }

    // --- archive ---

    /** @return where it is, if it could be made */
    private static Path archive(final String path) throws IOException {
        final StringBuilder key = new StringBuilder(Runtime.version().toString()).append('\n');
        for (final String entry : path.split(File.pathSeparator)) {
            final File file = new File(entry);
            key.append(entry).append(' ').append(file.length()).append(' ').append(file.lastModified()).append('\n');
        }
        final Path archive = HOME.resolve(LOWER);
        final Path made = HOME.resolve("made-of");
        if (!Files.exists(made) || !Files.readString(made).contentEquals(key)) {
            for (final String name : List.of(LOWER, LAUNCHER, NODE)) {
                Files.deleteIfExists(HOME.resolve(name));
            }
            final Path draft = HOME.resolve("draft.jsa");
            if (dump(path, draft)) {
                Files.move(draft, archive, StandardCopyOption.REPLACE_EXISTING);
                train(path, archive);
            }
            Files.writeString(made, key);
        }
        return archive;
    }

    private static boolean dump(final String path, final Path archive) throws IOException {
        final Path known = JAVA_HOME.resolve("lib").resolve("classlist");
        if (!Files.isReadable(known)) {
            return false;
        }
        // generated forms (@) in an archive crash JDK 17 beside agents
        final TreeSet<String> classes = new TreeSet<>();
        try (Stream<String> lines = Files.lines(known)) {
            lines.filter(line -> !line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != '@')
                .map(line -> line.split(" ")[0]).forEach(classes::add);
        }
        for (final String entry : path.split(File.pathSeparator)) {
            if (LOADED.matcher(Path.of(entry).getFileName().toString()).matches()) {
                try (JarFile jar = new JarFile(entry)) {
                    jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class")
                        && !name.startsWith("META-INF/") && !name.endsWith("-info.class"))
                        .forEach(name -> classes.add(name.substring(0, name.length() - ".class".length())));
                }
            }
        }
        final Path list = Files.write(HOME.resolve("classes.list"), classes);
        return ends(new ProcessBuilder(JAVA, "-XX:TieredStopAtLevel=1", "-XX:+UseG1GC", "-Xmx512m",
            "-Xshare:dump", "-XX:SharedClassListFile=" + list, "-XX:SharedArchiveFile=" + archive, "-cp", path), "log")
            && Files.exists(archive);
    }

    /**
     * What a small job has loaded beyond the lower archive, for launchers and for nodes: above all forms of lambdas.
     * Where the module has no such job, or it fails, there is the lower archive.
     */
    private static void train(final String path, final Path lower) throws IOException {
        final List<String> job = has(path, "org/gmt4j/apps/bfs/BfsApp.class")
            ? List.of("org.gmt4j.cli.GmtMain", "run", "bfs", "-g", "8", "-n", "2", "--format", "json")
            : has(path, "org/gmt4j/cli/WindowMain.class")
            ? List.of("org.gmt4j.cli.WindowMain", "run", "windows", "-n", "2", "--transport", "ipc") : List.of();
        if (job.isEmpty()) {
            return;
        }
        final List<String> words = new ArrayList<>(List.of(JAVA, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-Xmx256m", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-XX:SharedArchiveFile=" + lower,
            "-XX:ArchiveClassesAtExit=" + HOME.resolve(LAUNCHER), "-cp", path));
        words.addAll(job);
        final ProcessBuilder training = new ProcessBuilder(words);
        training.environment().keySet().removeIf(name -> name.matches("GMT_.*|.*JAVA_.*OPTIONS"));
        training.environment().putAll(Map.of("GMT_AERON_DIR", HOME.toString(), "GMT_CDS_ARCHIVE", lower.toString(),
            "GMT_CDS_RECORD", HOME.resolve(NODE).toString(), "GMT_JAVA_OPTS", "-XX:TieredStopAtLevel=1"));
        if (!ends(training, "log-of-job")) {
            Files.deleteIfExists(HOME.resolve(LAUNCHER));
            Files.deleteIfExists(HOME.resolve(NODE));
        }
    }

    /** @return the upper archive of that name, where there is one */
    private static Path upper(final Path lower, final String name) {
        return Files.exists(HOME.resolve(name)) ? HOME.resolve(name) : lower;
    }

    private static boolean has(final String path, final String name) throws IOException {
        for (final String entry : path.split(File.pathSeparator)) {
            if (LOADED.matcher(Path.of(entry).getFileName().toString()).matches() || entry.contains("test-classes-")) {
                try (JarFile jar = new JarFile(entry)) {
                    if (jar.getEntry(name) != null) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean ends(final ProcessBuilder builder, final String log) throws IOException {
        final Process process = builder.redirectErrorStream(true).redirectOutput(HOME.resolve(log).toFile()).start();
        try {
            return process.waitFor(LIMIT_S, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            process.destroyForcibly();
        }
    }
}
