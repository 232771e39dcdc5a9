/**
 * One-sided operations in the manner of ARMCI, for programs that address memory of other nodes by node and byte offset.
 * The second part of the API: verbs and nouns for programs; what they do is in the engine's one-sided core, which is
 * also beneath global arrays. Blocking forms suspend a fiber; non-blocking forms are plain methods and never suspend.
 *
 * <p>Read {@link org.gmt4j.armci.Armci}, {@link org.gmt4j.armci.ArmciMemory},
 * {@link org.gmt4j.armci.BlockingArmci}. Everything travels as commands of the caller's aggregator, but for puts and
 * gets of memory that another process of the host shares.
 *
 * <p>The synchronising half: {@link org.gmt4j.armci.Mutexes}, {@link org.gmt4j.armci.Fence},
 * {@link org.gmt4j.armci.Notify}, {@link org.gmt4j.armci.Flags}, {@link org.gmt4j.armci.ReadModifyWrite} by place,
 * {@link org.gmt4j.armci.ProcessGroup} with collectives, {@link org.gmt4j.armci.RemoteProcedure}, and
 * {@link org.gmt4j.armci.Locality}: who shares a host.
 *
 * <p><b>Order and consistency</b>
 * <ul>
 * <li>Operations of one task to one node take effect in the order in which they were issued, blocking or not, of
 *     whatever verb; a get sees what its task has stored there before. Operations to different nodes, and of different
 *     tasks, are in no order.
 * <li>A blocking store has taken effect at the target when it returns; it also waits for the implicit non-blocking
 *     operations of its task. {@link org.gmt4j.armci.Armci#putLocal} promises what ARMCI's put does: the source may be
 *     used again. When the target has it, a fence or a wait says.
 * <li>Sizes choose a protocol ({@link org.gmt4j.engine.memory.ProtocolConfig}), never an order: what is issued after a
 *     large transfer to the same node takes effect after it.
 * <li>The source of a store may be used again as soon as the call returns, non-blocking or not: it has been copied. The
 *     target of a non-blocking get must be left alone until the wait.
 * <li>Waiting for a handle, or for all with {@code ctx.await()}, means that stores have taken effect and gets have
 *     arrived.
 * <li>Accumulates are atomic against accumulates value by value, a complex number part by part; not against puts and
 *     gets, and not as a whole transfer.
 * <li>Concurrent puts to one place leave some mixture; aligned words of up to eight bytes do not tear where transfers
 *     of that length write them.
 * <li>The only exception to the order is a wait with a deadline that has expired.
 * </ul>
 */
@TravellingClasses({ArmciCatalog.class, Armci.class, Mutexes.class, ProcessGroup.class,
    RemoteProcedure.class, ProcedureTable.class, ReadModifyWrite.class})
package org.gmt4j.armci;

import org.gmt4j.engine.function.TravellingClasses;
