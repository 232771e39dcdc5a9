/**
 * Graph files. Text formats are read by byte ranges: part {@code p} of {@code n} takes the {@code p}-th {@code n}-th of
 * the bytes after the header, and a line belongs to the part in which its first byte lies. A packed ({@code .gz}) text
 * cannot be entered in the middle: part 0 reads all of it, the other parts are empty.
 *
 * <table>
 * <caption>Text formats</caption>
 * <tr><td>{@code .el}</td><td>{@code source target}, directed</td></tr>
 * <tr><td>{@code .wel}</td><td>{@code source target weight}, directed</td></tr>
 * <tr><td>{@code .txt .snap .tsv}</td><td>SNAP: {@code #} comments, {@code source target}, further columns ignored;
 *   undirected when a comment at the start says {@code Undirected graph}</td></tr>
 * <tr><td>{@code .mtx}</td><td>Matrix Market coordinate: pattern, integer or real; general (directed) or symmetric
 *   (undirected, each entry one edge); 1-based</td></tr>
 * <tr><td>{@code .gr}</td><td>DIMACS shortest path: {@code p sp V E}, {@code a source target weight}; 1-based,
 * directed</td></tr>
 * </table>
 *
 * <p>Rules for all of them: columns are separated by blanks or tabs; {@code \r} counts as a blank; blank lines and
 * lines that begin with {@code #} or {@code %} are skipped; the last line needs no newline. Ids are used as they are
 * (less one where the format counts from one), must be below 2^40, of up to 16 digits, and the vertex count is the
 * header's or the largest id + 1. Weights are ints, or are read as they stand
 * ({@link org.gmt4j.graph.file.GraphFiles#openWithExactWeights}): none is rounded; where nobody needs them
 * ({@link org.gmt4j.graph.file.GraphFiles#openWithoutWeights}) the column may hold anything. A third column of an
 * {@code .el} stays an error even then: it may be an adjacency list, whose further columns are vertices. A UTF-8
 * byte-order mark is skipped, text in UTF-16 is refused. Of several bad lines the first is named, however many readers
 * there are.
 *
 * <p><b>The binary format {@code .gmtg}</b>, version 1, little endian, adjacency by source:
 * <pre>
 *    0  8 bytes  magic "GMTGRAPH"
 *    8  int      version (1)
 *   12  int      flags: 1 directed, 2 weighted, 4 original ids are listed, 8 original ids count from one
 *   16  long     V, number of vertices (at most 2^31 - 9)
 *   24  long     E, number of listed edges
 *   32  long     position of the vertex names, 0 when there are none
 *   40  long     length of the file
 *   48  short n, n bytes UTF-8 (n at most 78): name of the graph; zeros up to 128
 *  128  long[V + 1]   offsets: edges of vertex v are offsets[v] .. offsets[v + 1] - 1
 *       int[E]        targets, ascending within a vertex
 *       int[E]        weights, only when weighted
 *       long[V]       original ids, only when they are listed: gaps were closed by {@code convert --ids dense}
 *       V lines UTF-8 vertex names, only when the position is not 0
 * </pre>
 * The multiset of edges is that of the source: nothing is symmetrised, dropped or merged. Parts are equal ranges of
 * edges, so that a hub does not burden one part.
 *
 * <p>Read first: {@link org.gmt4j.graph.file.GraphFiles}, {@link org.gmt4j.graph.file.TextEdgeCursor},
 * {@link org.gmt4j.graph.file.GmtgWriter}.
 */
package org.gmt4j.graph.file;
