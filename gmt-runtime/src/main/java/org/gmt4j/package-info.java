/**
 * The API of the runtime. Read {@link org.gmt4j.GmtCluster} for jobs, {@link org.gmt4j.TaskContext} for tasks,
 * {@link org.gmt4j.GlobalLongArray} and {@link org.gmt4j.Distribution} for arrays, {@link org.gmt4j.Visitor} for
 * one-way visits, and {@link org.gmt4j.GmtException} for the exceptions. The package {@link org.gmt4j.armci} has
 * one-sided operations on memory. The engine below is not needed to compile a program, and may change in any version.
 */
@TravellingClasses({ArrayCatalog.class, NodeMemory.class, ArraySpec.class, ElementType.class, Allocation.class,
    Combining.class, Patch.class, ArrayCopy.class, ArrayFile.class, ArrayFill.class, ArrayReduction.class,
    ArraySort.class, PrefixSum.class, ForEach.class, NodeLocal.class, Visitor.class,
    BulkVisitor.class, WideVisitor.class, ContainerCatalog.class, ContainerSpec.class, Merge.class,
    ContainerKind.class, ContainerExport.class, GlobalContainer.class, LongKeyed.class, GlobalHashMap.class,
    GlobalHashSet.class, GlobalDoubleHashMap.class, TextKeyed.class, GlobalStringHashMap.class,
    GlobalStringDoubleHashMap.class, GlobalStringHashSet.class, GlobalBag.class,
    GlobalCounters.class, GlobalStringCounters.class, GlobalTextHashMap.class, GlobalStringTextHashMap.class})
package org.gmt4j;

import org.gmt4j.engine.function.TravellingClasses;
