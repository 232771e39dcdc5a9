/** The one type of fibers that programs name: {@link org.gmt4j.fibers.SuspendExecution}. */
package org.gmt4j.fibers;
