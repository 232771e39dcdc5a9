/** Ids of the objects that commands name, as node 0 gives them out. */
package org.gmt4j.engine.ids;
