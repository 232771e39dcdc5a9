import org.gmt4j.fibers.Suspendable
import org.gmt4j.GmtCluster
import org.gmt4j.GlobalLongArray
import org.gmt4j.IndexBody
import org.gmt4j.RangeBody
import org.gmt4j.TaskBody
import org.gmt4j.TaskContext
import org.gmt4j.TaskFunction

// Bodies that wait, and none says so: Kotlin has no throws clause. Only a plain function must be marked.
class Total(private val a: GlobalLongArray) : TaskFunction<Long> {
    override fun call(ctx: TaskContext): Long {
        var sum = 0L
        for (i in 0 until a.size()) sum += a.get(ctx, i)
        return sum
    }
}

@Suspendable
fun next(ctx: TaskContext, a: GlobalLongArray, i: Long): Long = a.get(ctx, i) + 1

// Calls that leave an argument out go through a method that the compiler makes, and that carries no mark.
@Suspendable
fun fifth(ctx: TaskContext, a: GlobalLongArray, i: Long = 5): Long = a.get(ctx, i)

open class Reader(private val a: GlobalLongArray) {
    @Suspendable
    open fun at(ctx: TaskContext, i: Long, more: Long = 7): Long = a.get(ctx, i) + more
}

// Comes after the code that calls it, as a file and when it is loaded.
class Younger(private val a: GlobalLongArray) : TaskFunction<Long> {
    override fun call(ctx: TaskContext): Long = a.get(ctx, 1)
}

fun unmarked(ctx: TaskContext, a: GlobalLongArray): Long = a.get(ctx, 3)

fun main() {
    GmtCluster.builder().nodes(2).register(Total::class.java, Class.forName("WaitingKt")).start().use { cluster ->
        val text = cluster.call(TaskFunction { ctx ->
            val a = GlobalLongArray.allocate(ctx, 100)
            ctx.parFor(1000, 10, IndexBody { i, c -> a.addNb(c, i % 100, 1) })
            ctx.parFor(100, 7, RangeBody { low, high, c ->
                for (i in low until high) {
                    val v = a.get(c, i)
                    a.put(c, i, v + next(c, a, i))
                }
            })
            ctx.parFor(4, 1, IndexBody { i, c ->
                c.parFor(25, 5, IndexBody { j, d -> a.put(d, i * 25 + j, a.get(d, i * 25 + j) + 1) })
            })
            val sums = GlobalLongArray.allocate(ctx, 3)
            ctx.parFor(100, 10, IndexBody { _, c -> sums.addNb(c, 0, fifth(c, a)) })
            ctx.parFor(100, 10, IndexBody { i, c -> sums.addNb(c, 1, Reader(a).at(c, 99 - i)) })
            ctx.parFor(100, 10, IndexBody { _, c -> sums.addNb(c, 2, Younger(a).call(c)) })
            "${a.get(ctx, 42)} ${ctx.call(1, Total(a))} ${sums.get(ctx, 0)} ${sums.get(ctx, 1)} ${sums.get(ctx, 2)}"
        })
        println("RESULT $text")
        refused(cluster, "variable", TaskBody { ctx ->
            var sum = 0L
            ctx.parFor(100, 10, IndexBody { i, _ -> sum += i })
            println(sum)
        })
        refused(cluster, "unmarked", TaskBody { ctx ->
            val a = GlobalLongArray.allocate(ctx, 10)
            ctx.parFor(100, 10, IndexBody { _, c -> unmarked(c, a) })
        })
    }
}

fun refused(cluster: GmtCluster, what: String, body: TaskBody) {
    try {
        cluster.run(body)
        println("$what: not refused")
    } catch (e: RuntimeException) {
        println("$what: ${generateSequence<Throwable>(e) { it.cause }.map { it.message }.joinToString(" ").replace('\n', ' ')}")
    }
}
