/**
 * Clusters: what a program's {@link org.gmt4j.GmtCluster} and {@link org.gmt4j.Job} are, from settings to running
 * nodes. Floor: above all rooms of the engine; of the API it knows all, and only the doors of the API know it. Read
 * {@link org.gmt4j.engine.cluster.NodeCluster}, {@link org.gmt4j.engine.cluster.ClusterBuilder},
 * {@link org.gmt4j.engine.cluster.NodeStarter}; {@link org.gmt4j.engine.cluster.JobHost} is the launcher's door. The
 * life of one node does not belong here.
 */
package org.gmt4j.engine.cluster;
