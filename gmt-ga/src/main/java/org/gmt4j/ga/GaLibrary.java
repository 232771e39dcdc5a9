package org.gmt4j.ga;

import org.gmt4j.GmtLibrary;

/** Makes the library known to clusters, found by the service loader. Programs need not name it. */
public final class GaLibrary implements GmtLibrary {
    @Override
    public Class<?>[] travellingClasses() {
        return new Class<?>[] {GlobalMatrix.class, MatrixSpec.class, Box.class, MatrixType.class,
            MatrixMath.class, ComplexElements.class, Products.class, LineSums.class, Norms.class, Extremes.class,
            Copying.class, Transposition.class, Multiplication.class, Operand.class, Found.class, CallTable.class,
            CallKind.class, Share.class, LuFactorisation.class, LuReport.class, LuForm.class, LuMemory.class,
            TriangularSolve.class, LinearSolve.class, PivotedSolve.class};
    }
}
