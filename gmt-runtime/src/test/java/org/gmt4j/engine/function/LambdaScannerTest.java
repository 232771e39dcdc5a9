package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.ClassVisitor;
import co.paralleluniverse.asm.Handle;
import co.paralleluniverse.asm.MethodVisitor;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import java.lang.invoke.LambdaMetafactory;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scanner against ASM, a general class file reader. */
class LambdaScannerTest {
    @ParameterizedTest
    @ValueSource(classes = {LambdaTravelTest.class, LambdaTravelTest.Hosting.class, BodyClassTravelTest.class,
        CaptureMessageTest.class, ForgedBytesTest.class, SuspendingBodyTest.class, ComparedProgram.class,
        FunctionRegistry.class, String.class, Comparator.class})
    void shouldFindWhatGeneralReaderFinds(final Class<?> type) {
        final byte[] classFile = ClassFile.bytesOf(type);
        final Set<String> found = LambdaScanner.scan(classFile).stream()
            .map(shape -> text(shape.capturingClass(), shape.interfaceMethod(), shape.factoryType(),
                shape.interfaceMethodType(), shape.impl().kind(), shape.impl().owner(), shape.impl().method(),
                shape.impl().type(), shape.instantiatedType(), shape.options().flags()))
            .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(foundByGeneralReader(classFile), found);
    }

    @Test
    void shouldFindMarkerInterfaces() {
        final Collection<LambdaShape> shapes = LambdaScanner.scan(ClassFile.bytesOf(LambdaTravelTest.class));
        assertTrue(shapes.stream().anyMatch(
            shape -> shape.options().markers().contains("org/gmt4j/Transferable")));
    }

    private static String text(final Object... parts) {
        return Arrays.toString(parts);
    }

    private static Set<String> foundByGeneralReader(final byte[] classFile) {
        final Set<String> found = new TreeSet<>();
        final ClassReader reader = new ClassReader(classFile);
        reader.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(final int access, final String name, final String descriptor,
                    final String signature, final String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitInvokeDynamicInsn(final String method, final String type, final Handle bootstrap,
                            final Object... arguments) {
                        if (bootstrap.getName().equals("altMetafactory")
                            && ((Integer) arguments[3] & LambdaMetafactory.FLAG_SERIALIZABLE) != 0) {
                            final Handle impl = (Handle) arguments[1];
                            found.add(text(reader.getClassName(), method, type, ((Type) arguments[0]).getDescriptor(),
                                impl.getTag(), impl.getOwner(), impl.getName(), impl.getDesc(),
                                ((Type) arguments[2]).getDescriptor(), arguments[3]));
                        }
                    }
                };
            }
        }, 0);
        return found;
    }
}
