/**
 * The one-sided core: how bytes, elements and cells of any node are reached, addressed by (node, segment, offset).
 * Beneath the verbs of {@link org.gmt4j.armci}, the ranges and patches of arrays, and long data of tasks: the one place
 * where a transfer's way is chosen. Floor R1, below tasks: nothing here waits, and nothing knows fibers; who issues is
 * a {@link org.gmt4j.engine.onesided.IssuingTask}.
 *
 * <p>Read {@link org.gmt4j.engine.onesided.Region}, {@link org.gmt4j.engine.onesided.RangeTransfer} and
 * {@link org.gmt4j.engine.onesided.RegionTable}. What an allocation is for, and who waits for a transfer, does not
 * belong here. {@link org.gmt4j.armci.LocalBuffer} and {@link org.gmt4j.armci.Accumulate} are this room's doors.
 */
@TravellingClasses({AccumulateOperator.class, Scale.class})
package org.gmt4j.engine.onesided;

import org.gmt4j.engine.function.TravellingClasses;
