import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes the published quasar-core usable on JDK 17 and later, at build time: nothing of Quasar is kept in the
 * repository.
 *
 * <pre>java -cp asm.jar:asm-tree.jar:asm-commons.jar QuasarPatch.java OUT quasar-core.jar asm*.jar...</pre>
 *
 * <p>OUT is the module's class directory. It already holds our <em>stand-ins</em> (compiled from src/main/java), which
 * replace classes of the same name. What is done, in order:
 * <ol>
 * <li>Quasar's private ASM (it stops at class files of Java 12) is replaced by the given ASM, moved to the same private
 *     package.
 * <li>Quasar's visitors ask for ASM's API 9 instead of 7, without which records and sealed classes are refused.
 * <li>SuspendExecution and Suspendable, which programs write, become classes of ours that name no type of Quasar.
 * <li>A method that cannot be instrumented is an error. Quasar only warns, goes on with a broken class, and marks the
 *     method as instrumented.
 * <li>Frames are saved when a call has suspended, not before each call: the stand-in for {@code InstrumentMethod} does
 *     that. Quasar's own fibers would lose their frames so, and are left out, as all else of its run time.
 * <li>Only classes that can be reached from {@link #ROOTS} are written.
 * <li>Every class, method and field that a written class names must be in OUT or in the JDK, else the build fails.
 *     A new version of Quasar or ASM therefore cannot slip through half patched.
 * </ol>
 */
public final class QuasarPatch {
    private static final String QUASAR = "co/paralleluniverse/";
    private static final String PRIVATE_ASM = QUASAR + "asm/";
    private static final String PUBLIC_ASM = "org/objectweb/asm/";
    private static final String SUSPEND_EXECUTION = QUASAR + "fibers/SuspendExecution";

    /** What the agent and the build step start from; all else is kept only because one of these needs it. */
    private static final List<String> ROOTS = List.of(
        QUASAR + "fibers/Instrumented", QUASAR + "fibers/instrument/DontInstrument",
        QUASAR + "fibers/instrument/JavaAgent", QUASAR + "fibers/instrument/QuasarInstrumentor");

    /** Class names outside of the JDK that need not resolve: the Ant task only runs inside Ant. */
    private static final List<String> FOREIGN = List.of("org/apache/tools/ant/");

    /** The classes of Quasar that programs name, and ours in their place. */
    private static final Map<String, String> STAND_INS = Map.of(
        QUASAR + "fibers/Suspendable", "org/gmt4j/fibers/Suspendable",
        SUSPEND_EXECUTION, "org/gmt4j/fibers/SuspendExecution");

    private final Path out;
    private final Map<String, ClassNode> classes = new TreeMap<>();
    private final Map<String, ClassNode> standIns = new TreeMap<>();
    private final Map<String, byte[]> resources = new TreeMap<>();
    private final Set<String> kept = new TreeSet<>();

    private QuasarPatch(final Path out) {
        this.out = out;
    }

    public static void main(final String[] args) throws Exception {
        if (args.length < 3) {
            throw new IllegalArgumentException("usage: QuasarPatch OUT quasar-core.jar asm*.jar...");
        }
        final QuasarPatch patch = new QuasarPatch(Path.of(args[0]));
        patch.readQuasar(Path.of(args[1]));
        for (final String jar : Arrays.asList(args).subList(2, args.length)) {
            patch.readAsm(Path.of(jar));
        }
        patch.removeEarlierOutput();
        patch.readStandIns();
        patch.changeClasses();
        patch.keepReachable();
        patch.checkLinks();
        patch.write();
    }

    // ---- reading ----

    private void readQuasar(final Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (final ZipEntry entry : Collections.list(zip.entries())) {
                final String name = entry.getName();
                if (name.startsWith(QUASAR) && name.endsWith(".class") && !name.startsWith(PRIVATE_ASM)) {
                    add(classes, read(zip, entry), STAND_INS);
                } else if (name.equals("META-INF/suspendable-supers")) {
                    resources.put(name, read(zip, entry));
                }
            }
        }
        require(classes.containsKey(ROOTS.get(0)), jar + " is not quasar-core: it has no " + ROOTS.get(0));
    }

    private void readAsm(final Path jar) throws IOException {
        final int before = classes.size();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (final ZipEntry entry : Collections.list(zip.entries())) {
                if (entry.getName().startsWith(PUBLIC_ASM) && entry.getName().endsWith(".class")) {
                    add(classes, read(zip, entry), null);
                }
            }
        }
        require(classes.size() > before, jar + " holds no class of ASM");
    }

    private void readStandIns() throws IOException {
        try (Stream<Path> files = Files.walk(out)) {
            for (final Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
                add(standIns, Files.readAllBytes(file), STAND_INS);
            }
        }
        require(standIns.keySet().containsAll(STAND_INS.values()), "stand-ins are not compiled in " + out);
        classes.putAll(standIns);
    }

    /** Adds a class; with {@code moved} null it is one of ASM's and goes to Quasar's private package. */
    private static void add(final Map<String, ClassNode> to, final byte[] bytes, final Map<String, String> moved) {
        final ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(new ClassRemapper(node, new Remapper(Opcodes.ASM9) {
            @Override
            public String map(final String name) {
                if (moved != null) {
                    return moved.getOrDefault(name, name);
                }
                return name.startsWith(PUBLIC_ASM) ? PRIVATE_ASM + name.substring(PUBLIC_ASM.length()) : name;
            }
        }), 0);
        to.put(node.name, node);
    }

    // ---- changing ----

    private void changeClasses() {
        int apiLevels = 0;
        for (final ClassNode node : classes.values()) {
            if (node.name.startsWith(QUASAR + "fibers/instrument/")) {
                apiLevels += raiseApiLevel(node);
            }
        }
        require(apiLevels > 10, "the constant of ASM's API level was found only " + apiLevels + " times");

        final ClassNode instrumenter = classes.get(QUASAR + "fibers/instrument/InstrumentClass");
        require(removeHandlers(instrumenter, "visitEnd", QUASAR + "fibers/instrument/UnableToInstrumentException") == 1,
            "InstrumentClass.visitEnd does not catch UnableToInstrumentException any more");

        final ClassNode step = classes.get(QUASAR + "fibers/instrument/QuasarInstrumentor");
        require(step.methods.removeIf(m -> m.name.equals("instrumentClass")),
            "QuasarInstrumentor has no instrumentClass to remove");
    }

    private static int raiseApiLevel(final ClassNode node) {
        final Integer old = Opcodes.ASM7;
        int changed = 0;
        for (final FieldNode field : node.fields) {
            if (old.equals(field.value)) {
                field.value = Opcodes.ASM9;
                changed++;
            }
        }
        for (final MethodNode method : node.methods) {
            for (final AbstractInsnNode instruction : method.instructions) {
                if (instruction instanceof LdcInsnNode ldc && old.equals(ldc.cst)) {
                    ldc.cst = Opcodes.ASM9;
                    changed++;
                }
            }
        }
        return changed;
    }

    private static int removeHandlers(final ClassNode node, final String method, final String exception) {
        int removed = 0;
        for (final MethodNode m : node.methods) {
            final int before = m.tryCatchBlocks.size();
            m.tryCatchBlocks.removeIf(b -> m.name.equals(method) && exception.equals(b.type));
            removed += before - m.tryCatchBlocks.size();
        }
        return removed;
    }

    // ---- keeping what is needed ----

    private void keepReachable() {
        final Deque<String> open = new ArrayDeque<>(ROOTS);
        open.addAll(standIns.keySet());
        while (!open.isEmpty()) {
            final String name = open.pop();
            final ClassNode node = classes.get(name);
            if (node == null || !kept.add(name)) {
                continue;
            }
            open.addAll(classesNamedBy(node));
        }
        for (final String name : kept) {
            final ClassNode node = classes.get(name);
            node.innerClasses.removeIf(c -> isOurs(c.name) && !kept.contains(c.name));
            if (node.nestMembers != null) {
                node.nestMembers.removeIf(n -> !kept.contains(n));
            }
        }
        resources.replaceAll((name, bytes) -> keepLines(bytes));
    }

    /** Suspendable super-methods of classes that are not here any more, and duplicates, are left out. */
    private byte[] keepLines(final byte[] bytes) {
        final Set<String> lines = new LinkedHashSet<>();
        for (final String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
            final String method = line.strip();
            final int end = method.indexOf('(');
            if (end < 0) {
                continue;
            }
            final String owner = method.substring(0, method.lastIndexOf('.', end)).replace('.', '/');
            if (isOurs(owner) ? kept.contains(owner) : hasImplementation(owner)) {
                lines.add(method);
            }
        }
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Whether a class that is kept implements the JDK's interface; closing is always included, users do that. */
    private boolean hasImplementation(final String name) {
        return name.endsWith("Closeable") || kept.stream().anyMatch(k -> !k.startsWith(PRIVATE_ASM)
            && inherits(k, name));
    }

    private boolean inherits(final String name, final String ancestor) {
        final ClassNode node = classes.get(name);
        return name.equals(ancestor) || node != null
            && (inherits(node.superName, ancestor) || node.interfaces.stream().anyMatch(i -> inherits(i, ancestor)));
    }

    /** All classes that the code and the signatures name; the table of inner classes alone is no reason to keep one. */
    private static Set<String> classesNamedBy(final ClassNode node) {
        final Set<String> names = new TreeSet<>();
        final ClassNode bare = new ClassNode();
        node.accept(bare);
        bare.innerClasses.clear();
        bare.nestMembers = null;
        bare.accept(new ClassRemapper(new ClassNode(), new Remapper(Opcodes.ASM9) {
            @Override
            public String map(final String name) {
                names.add(name);
                return name;
            }
        }));
        return names;
    }

    // ---- checking ----

    private void checkLinks() {
        final List<String> broken = new ArrayList<>();
        for (final String name : kept) {
            final ClassNode node = classes.get(name);
            for (final String other : classesNamedBy(node)) {
                if (!kept.contains(other) && !isForeign(other) && !isInJdk(other)) {
                    broken.add(name + " names the class " + other);
                }
            }
            for (final MethodNode method : node.methods) {
                for (final AbstractInsnNode instruction : method.instructions) {
                    checkMember(name + "." + method.name, instruction, broken);
                }
            }
        }
        require(broken.isEmpty(), "the patched Quasar would not link:\n  " + String.join("\n  ", broken));
    }

    private void checkMember(final String where, final AbstractInsnNode instruction, final List<String> broken) {
        if (instruction instanceof MethodInsnNode call && !hasMember(call.owner, call.name, call.desc)) {
            broken.add(where + " calls " + call.owner + "." + call.name + call.desc);
        } else if (instruction instanceof FieldInsnNode field && !hasMember(field.owner, field.name, field.desc)) {
            broken.add(where + " uses " + field.owner + "." + field.name);
        }
    }

    /** Whether the class or an ancestor declares the member; an ancestor in the JDK is believed to. */
    private boolean hasMember(final String owner, final String name, final String descriptor) {
        final ClassNode node = classes.get(owner);
        if (node == null) {
            return !isOurs(owner) && !owner.equals("java/lang/Object") || isObjectMethod(name);
        }
        return node.methods.stream().anyMatch(m -> m.name.equals(name) && m.desc.equals(descriptor))
            || node.fields.stream().anyMatch(f -> f.name.equals(name) && f.desc.equals(descriptor))
            || hasMember(node.superName, name, descriptor)
            || node.interfaces.stream().anyMatch(i -> hasMember(i, name, descriptor));
    }

    private static boolean isObjectMethod(final String name) {
        return name.equals("<init>") || Arrays.stream(Object.class.getDeclaredMethods())
            .anyMatch(m -> m.getName().equals(name));
    }

    private static boolean isOurs(final String name) {
        return name.startsWith(QUASAR) || name.startsWith("org/gmt4j/");
    }

    private static boolean isForeign(final String name) {
        return FOREIGN.stream().anyMatch(name::startsWith);
    }

    private static boolean isInJdk(final String name) {
        return ClassLoader.getPlatformClassLoader().getResource(name + ".class") != null;
    }

    // ---- writing ----

    private void removeEarlierOutput() throws IOException {
        final Path list = out.resolve("META-INF/gmt-quasar.list");
        if (Files.exists(list)) {
            for (final String file : Files.readAllLines(list)) {
                final Path old = out.resolve(file);
                // What is newer has been compiled since: a stand-in of ours for a class that was Quasar's own until
                // now.
                if (Files.exists(old)
                    && Files.getLastModifiedTime(old).compareTo(Files.getLastModifiedTime(list)) <= 0) {
                    Files.delete(old);
                }
            }
        }
    }

    private void write() throws IOException {
        final Set<String> written = new TreeSet<>();
        for (final String name : kept) {
            if (!standIns.containsKey(name)) {
                written.add(write(name + ".class", bytesOf(name)));
            }
        }
        for (final Map.Entry<String, byte[]> resource : resources.entrySet()) {
            written.add(write(resource.getKey(), resource.getValue()));
        }
        write("META-INF/gmt-quasar.list", (String.join("\n", written) + "\n").getBytes(StandardCharsets.UTF_8));
        final Map<String, Long> packages = kept.stream().collect(
            Collectors.groupingBy(n -> n.substring(0, n.lastIndexOf('/')), TreeMap::new, Collectors.counting()));
        System.out.println("gmt-quasar: kept " + kept.size() + " of " + classes.size() + " classes " + packages);
    }

    private byte[] bytesOf(final String name) {
        final ClassWriter writer = new ClassWriter(0);
        classes.get(name).accept(writer);
        return writer.toByteArray();
    }

    private String write(final String name, final byte[] bytes) throws IOException {
        final Path file = out.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
        return name;
    }

    private static byte[] read(final ZipFile zip, final ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private static void require(final boolean condition, final String message) {
        if (!condition) {
            throw new IllegalStateException("gmt-quasar: " + message);
        }
    }
}
