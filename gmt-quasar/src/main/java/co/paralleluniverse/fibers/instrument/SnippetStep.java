package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.ClassVisitor;
import co.paralleluniverse.asm.ClassWriter;
import co.paralleluniverse.asm.MethodVisitor;
import co.paralleluniverse.asm.Opcodes;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.List;
import java.util.function.Consumer;

/**
 * Instruments classes of a shell: as {@link ProgramAgent} does those of a program; and variables of the shell, which
 * are static, are read through a method that may replace what has an instance on each node. Set-up; any thread.
 */
public final class SnippetStep {
    private static final String OURS = "Lorg/gmt4j/";
    /** The API level to which the build raises Quasar's own visitors. */
    private static final int API = 9 << 16;

    private final ProgramAgent agent;
    private final String hookClass;
    private final String hookMethod;
    private final ProtectionDomain domain;

    /**
     * @param hookClass  that has the method
     * @param hookMethod static, from an object to an object, which reads of variables go through
     * @param log        hears of methods that cannot wait
     */
    public SnippetStep(final Class<?> hookClass, final String hookMethod, final Consumer<String> log) {
        agent = new ProgramAgent(List.of(), log);
        this.hookClass = hookClass.getName().replace('.', '/');
        this.hookMethod = hookMethod;
        try {
            domain = new ProtectionDomain(new CodeSource(new URL("file:///snippets/"), (Certificate[]) null), null);
        } catch (final MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the class file to be defined. */
    public byte[] instrument(final ClassLoader loader, final String name, final byte[] before) {
        final byte[] read = withHooks(name.substring(0, name.indexOf('/') + 1), before);
        final byte[] after = agent.transform(loader, name, null, domain, read);
        return after == null ? read : after;
    }

    private byte[] withHooks(final String snippets, final byte[] before) {
        final ClassReader reader = new ClassReader(before);
        final ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassVisitor(API, writer) {
            @Override
            public MethodVisitor visitMethod(final int access, final String name, final String descriptor,
                                             final String signature, final String[] exceptions) {
                return new MethodVisitor(API, super.visitMethod(access, name, descriptor, signature,
                    exceptions)) {
                    @Override
                    public void visitFieldInsn(final int opcode, final String owner, final String field,
                                               final String type) {
                        super.visitFieldInsn(opcode, owner, field, type);
                        if (opcode == Opcodes.GETSTATIC && owner.startsWith(snippets) && type.startsWith(OURS)) {
                            super.visitMethodInsn(Opcodes.INVOKESTATIC, hookClass, hookMethod,
                                "(Ljava/lang/Object;)Ljava/lang/Object;", false);
                            super.visitTypeInsn(Opcodes.CHECKCAST, type.substring(1, type.length() - 1));
                        }
                    }
                };
            }
        }, 0);
        return writer.toByteArray();
    }
}
