/**
 * What tasks of different nodes agree by, beside data: mutexes, fences, notifications, read-modify-write by place, groups of nodes with
 * collectives, remote procedures, and who shares a host. The synchronising half of ARMCI, after the interface of that library; beside
 * {@code runtime.array}, above tasks. Everything travels as commands of the caller's lane; nothing here has a path of its own.
 *
 * <p>Read {@link org.gmt4j.runtime.armci.sync.Mutexes}, {@link org.gmt4j.runtime.armci.sync.Fence},
 * {@link org.gmt4j.runtime.armci.sync.ProcessGroup}. Moving data does not belong here.
 */
package org.gmt4j.runtime.armci.sync;
