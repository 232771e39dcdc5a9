package org.gmt4j.cli.program;

import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.ClassVisitor;
import co.paralleluniverse.asm.MethodVisitor;
import co.paralleluniverse.asm.Opcodes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.cli.CliException;

/**
 * Finds the class whose {@code public static void main(String[])} is the program's, from the class files alone: nothing
 * of the program is loaded in the launcher. Stateless; set-up.
 */
final class MainClass {
    private static final int ASM = 9 << 16;
    private static final int JAVA_1 = 44;                   // version of class files: 61 is Java 17
    private static final int VERSION_AT = 6;
    private static final int MOST_NAMES = 8;
    private static final String EXPECTED = "public static void main(String[] args)";

    private MainClass() {
    }

    /**
     * @param asked a class's name, with its package or without; "" for that of the manifest, or the only one there is
     * @return the whole name
     * @throws CliException GMT-782 none, GMT-783 several, GMT-784 compiled for a newer Java than this one
     */
    static String find(final ProgramFiles files, final String asked) {
        final String wanted = asked.isEmpty() ? files.mainOfManifest() : asked;
        final List<String> mains = new ArrayList<>();
        final List<String> others = new ArrayList<>();
        final Map<String, byte[]> newer = new LinkedHashMap<>();
        files.visit((name, bytes) -> {
            final String dotted = name.replace('/', '.');
            if ((isMeant(dotted, wanted) || wanted.isEmpty())
                && version(bytes) - JAVA_1 > Runtime.version().feature()) {
                newer.putIfAbsent(dotted, bytes);
            }
            if (isMeant(dotted, wanted) || wanted.isEmpty()) {
                (hasMain(bytes) ? mains : others).add(dotted);
            }
        });
        if (mains.isEmpty()) {
            newer.forEach(MainClass::refuseNewer);
        }
        if (mains.contains(wanted)) {
            return wanted;
        }
        if (mains.size() == 1) {
            return mains.get(0);
        }
        if (!mains.isEmpty()) {
            throw CliException.usage("GMT-783", files.names()
                + (wanted.isEmpty() ? ": " + mains.size() + " classes have a main method, and no manifest says"
                + " which is meant" : ": " + mains.size() + " classes are named " + wanted) + ": " + some(mains)
                + ". Name one: gmt run --jar FILE " + mains.get(0) + ".");
        }
        throw CliException.usage("GMT-782", files.names() + ": " + (wanted.isEmpty() ? "no class has a main method"
            : others.isEmpty() ? "there is no class " + wanted
                + (asked.isEmpty() ? ", which the manifest names as Main-Class" : "") + candidates(files)
            : others.get(0) + " has no main method") + ". Expected " + EXPECTED
            + " in the class named, in the Main-Class of a manifest, or in one class only.");
    }

    private static boolean isMeant(final String name, final String wanted) {
        return name.equals(wanted) || !wanted.isEmpty() && name.endsWith("." + wanted);
    }

    private static String candidates(final ProgramFiles files) {
        final List<String> mains = new ArrayList<>();
        files.visit((name, bytes) -> {
            if (hasMain(bytes)) {
                mains.add(name.replace('/', '.'));
            }
        });
        return mains.isEmpty() ? "" : " (with a main method there is: " + some(mains) + ")";
    }

    private static String some(final List<String> names) {
        return String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())))
            + (names.size() > MOST_NAMES ? " ..." : "");
    }

    private static void refuseNewer(final String name, final byte[] bytes) {
        final int compiled = version(bytes) - JAVA_1;
        final int here = Runtime.version().feature();
        throw CliException.usage("GMT-784", name + " was compiled for Java " + compiled + ", and this is Java " + here
            + ". Set JAVA_HOME to a JDK " + compiled + ", or compile with --release " + here + ".");
    }

    private static int version(final byte[] bytes) {
        return bytes.length <= VERSION_AT + 1 ? 0 : (bytes[VERSION_AT] & 0xFF) << 8 | bytes[VERSION_AT + 1] & 0xFF;
    }

    private static boolean hasMain(final byte[] bytes) {
        if (version(bytes) - JAVA_1 > Runtime.version().feature()) {
            return false;                                   // cannot be loaded here
        }
        final boolean[] has = new boolean[1];
        try {
            new ClassReader(bytes).accept(new ClassVisitor(ASM) {
                @Override
                public MethodVisitor visitMethod(final int access, final String name, final String descriptor,
                                                 final String signature, final String[] exceptions) {
                    has[0] |= name.equals("main") && descriptor.equals("([Ljava/lang/String;)V")
                        && (access & Opcodes.ACC_STATIC) != 0 && (access & Opcodes.ACC_PUBLIC) != 0;
                    return null;
                }
            }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        } catch (final RuntimeException e) {
            return false;                                   // no class file, or one of a form not known yet
        }
        return has[0];
    }
}
