package org.gmt4j.graph;

import java.util.Arrays;
import java.util.stream.Stream;
import org.gmt4j.GmtLibrary;
import org.gmt4j.graph.bfs.BfsVariant;
import org.gmt4j.graph.communities.LabelPropagation;
import org.gmt4j.graph.components.ConnectedComponents;
import org.gmt4j.graph.cores.CoreNumbers;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.independent.MaximalIndependentSet;
import org.gmt4j.graph.levels.Brandes;
import org.gmt4j.graph.mail.Mail;
import org.gmt4j.graph.mail.RoundMail;
import org.gmt4j.graph.memory.FreedMemory;
import org.gmt4j.graph.names.EdgeDealer;
import org.gmt4j.graph.names.Intake;
import org.gmt4j.graph.names.NameDirectory;
import org.gmt4j.graph.names.TextDirectory;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.paths.DeltaStepping;
import org.gmt4j.graph.ranks.RankIterations;
import org.gmt4j.graph.strong.StrongSearch;
import org.gmt4j.graph.table.EdgeColumns;
import org.gmt4j.graph.table.JdbcRange;
import org.gmt4j.graph.triangles.TriangleCount;
import org.gmt4j.graph.values.VertexValues;
import org.gmt4j.graph.walks.WalkSearch;
import org.gmt4j.graph.walks.WalkSettings;

/** Makes the library known to clusters, found by the service loader. Programs need not name it. */
public final class GraphLibrary implements GmtLibrary {
    @Override
    public Class<?>[] travellingClasses() {
        return Stream.of(CsrBuilder.bodyClasses(), BfsVariant.bodyClasses(), VertexValues.bodyClasses(),
            RankIterations.bodyClasses(), Brandes.bodyClasses(), TriangleCount.bodyClasses(),
            LabelPropagation.bodyClasses(), MaximalIndependentSet.bodyClasses(), ConnectedComponents.bodyClasses(),
            DeltaStepping.bodyClasses(), new Class<?>[] {EdgeDealer.class, FreedMemory.class},
            new Class<?>[] {Intake.class, NameDirectory.class, TextDirectory.class, VertexNames.class,
                EdgeTable.class, EdgeColumns.class, JdbcRange.class, CoreNumbers.class, Cores.class,
                StrongSearch.class, WalkSearch.class, WalkSettings.class, Mail.class, RoundMail.class,
                GraphLoader.class, Graph.class, Edges.class, BfsRun.class, LocalLongs.class, LocalDoubles.class,
                NodeLongs.class, NodeDoubles.class, LongAttribute.class, DoubleAttribute.class,
                NamedEdge.class, ShortestPathsRun.class, ShortestPaths.class})
            .flatMap(Arrays::stream).toArray(Class<?>[]::new);
    }
}
