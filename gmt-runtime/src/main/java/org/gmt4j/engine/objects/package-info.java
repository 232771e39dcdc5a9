/**
 * Objects of a node that other nodes name by id: visitors, services, and captured objects that travel as kind and id.
 * Floor R1: tables filled by tasks and the layers above, which they do not know.
 *
 * <p>Read {@link org.gmt4j.engine.objects.BoundObjects} and {@link org.gmt4j.engine.objects.ServiceTable}. The
 * behaviour of such objects does not belong here.
 */
package org.gmt4j.engine.objects;
