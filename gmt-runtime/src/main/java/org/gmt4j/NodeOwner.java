package org.gmt4j;

/** Resources of a cluster that close the cluster's nodes themselves, at the time that is right for their job. */
public interface NodeOwner extends AutoCloseable {
}
