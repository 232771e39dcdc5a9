/**
 * Objects of a node that others name by id: visitors, services, and what bodies capture as kind and id. Floor R1:
 * tables that tasks and the layers above fill; they know neither.
 *
 * <p>Read {@link org.gmt4j.engine.objects.BoundObjects} and {@link org.gmt4j.engine.objects.ServiceTable}. What such an
 * object does, does not belong here.
 */
package org.gmt4j.engine.objects;
