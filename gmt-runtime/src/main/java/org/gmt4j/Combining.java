package org.gmt4j;

/**
 * The only way in which the elements of an array change once they have been set: declared at allocation, by
 * {@link ArraySpec#combining}. Nodes then combine operations on elements of other nodes before they travel, and leave
 * out those that can change nothing. Results are those of the same program without the declaration.
 *
 * <p><b>Setting elements.</b> Puts, {@code setLocal}, copies to the array and {@code fill} set elements. Separate them
 * from updates by a wait and, between tasks, a barrier. An array with {@link #ADD} may be set at any time. In the
 * others nodes remember elements: once another node has updated elements of a node, that node refuses to have its
 * elements set (GMT-258, GMT-210), until {@code fill} sets the whole array anew, while no other task uses it. No check
 * is possible where a program writes by address ({@link GlobalArray#localAddress()}) or by {@code setLocal} while
 * updates are under way.
 *
 * <p><b>Order.</b> Updates without a result may be held back until their task waits for them ({@code await}, the end
 * of a chunk), or for some milliseconds while other tasks run; blocking accesses do not wait for them. They keep their
 * order with other operations of the task on the same element or on ranges of the array, but not with its operations
 * elsewhere: {@code await} first. {@code getLocal}, views taken before, and reads by address do not see what is held
 * back. As for all operations, such a wait returns when they have been executed, and so does
 * a loop whose bodies have issued them.
 */
public enum Combining {
    /** Every operation travels. The default. */
    NONE,
    /**
     * Elements are added to. Additions without a result ({@code addNb}, {@code addEachNb}) to the same element travel
     * as one; those to elements of this node are held back in the same way, so that its threads do not meet there. Sums
     * of integers are exact; those of floating-point values are added in another order, so their last digits may
     * differ, as they do with the order in which additions arrive.
     */
    ADD,
    /**
     * Elements only fall, by {@code min}. Minima without a result are dropped if not below one sent from here. Where a
     * node is alone and has several threads, those that would change an element of type {@code long} are held back.
     */
    MIN,
    /** Elements only rise, by {@code max}; as {@link #MIN} otherwise. */
    MAX,
    /**
     * Elements of an array of integers change once, from the initial value that {@link ArraySpec#once} names to
     * another, by {@code compareAndSet}. Where an element is known to have changed, that is answered at once. Processes
     * of one host change mapped elements in place and remember none, so these changes alone let elements be set.
     */
    ONCE
}
