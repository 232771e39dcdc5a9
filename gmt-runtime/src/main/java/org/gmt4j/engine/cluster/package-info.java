/**
 * Clusters: the engine's side of {@link org.gmt4j.GmtCluster} and {@link org.gmt4j.Job}, from settings to running
 * nodes. Floor R7: above all rooms of the engine. It knows the whole API; of the API only the doors know it. Read
 * {@link org.gmt4j.engine.cluster.NodeCluster}, {@link org.gmt4j.engine.cluster.ClusterBuilder},
 * {@link org.gmt4j.engine.cluster.NodeStarter}; {@link org.gmt4j.engine.cluster.JobHost} is the launcher's door. The
 * life of one node does not belong here.
 */
package org.gmt4j.engine.cluster;
