/**
 * One-sided operations in the manner of ARMCI, for programs that address memory of other nodes by node and byte offset.
 * The second part of the API: verbs and nouns for programs; what they do is in the engine's one-sided core, which is
 * also beneath global arrays. Blocking forms suspend a fiber; non-blocking forms are plain methods and never suspend.
 *
 * <p>Read {@link org.gmt4j.armci.Armci}, {@link org.gmt4j.armci.ArmciMemory},
 * {@link org.gmt4j.armci.BlockingArmci}. Everything travels as commands of the caller's aggregator, but for puts and
 * gets of memory that another process of the host shares.
 *
 * <p>Synchronisation: {@link org.gmt4j.armci.Mutexes}, {@link org.gmt4j.armci.Fence}, {@link org.gmt4j.armci.Notify},
 * {@link org.gmt4j.armci.Flags}, {@link org.gmt4j.armci.ReadModifyWrite} by place, {@link org.gmt4j.armci.ProcessGroup}
 * with collectives, {@link org.gmt4j.armci.RemoteProcedure}, and {@link org.gmt4j.armci.Locality} for the nodes of a
 * host.
 *
 * <p><b>Order and consistency</b>
 * <ul>
 * <li>Operations of one task on one node take effect in the order of issue, for all verbs, blocking or not; a get sees
 * earlier stores of its task. Operations on different nodes, and of different tasks, are not ordered.
 * <li>A blocking store has taken effect at the target when it returns. It also waits for the implicit non-blocking
 * operations of its task. {@link org.gmt4j.armci.Armci#putLocal} returns, as ARMCI's put does, when the source may be
 * reused; a fence or a wait then covers the arrival.
 * <li>The size of a transfer selects a protocol ({@link org.gmt4j.engine.memory.ProtocolConfig}), and never affects
 * order: operations issued after a large transfer to the same node take effect after it.
 * <li>The source of any store may be reused when the call returns. The target of a non-blocking get must not be touched
 * until the wait has returned.
 * <li>After a wait for a handle, or for all operations with {@code ctx.await()}, stores have taken effect and gets have
 * arrived.
 * <li>Accumulates are atomic with respect to accumulates, value by value and a complex number part by part. They are
 * not atomic with respect to puts and gets, nor as a whole transfer.
 * <li>Concurrent puts to one place leave a mixture; aligned words of up to eight bytes do not tear where transfers of
 * that length write them.
 * <li>The only exception to the order is a wait with a deadline that has expired.
 * </ul>
 */
@TravellingClasses({ArmciCatalog.class, Armci.class, Mutexes.class, ProcessGroup.class,
    RemoteProcedure.class, ProcedureTable.class, ReadModifyWrite.class})
package org.gmt4j.armci;

import org.gmt4j.engine.function.TravellingClasses;
