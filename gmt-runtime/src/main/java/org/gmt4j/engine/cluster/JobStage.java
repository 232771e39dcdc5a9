package org.gmt4j.engine.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A job as a completion stage. Passes everything to the future of its outcome, which only the job completes. Any
 * thread.
 */
abstract class JobStage<R> implements CompletionStage<R> {
    final CompletableFuture<R> outcome;

    JobStage(final CompletableFuture<R> outcome) {
        this.outcome = outcome;
    }

    /** Returns a copy, whose completion changes nothing here. */
    @Override
    public final CompletableFuture<R> toCompletableFuture() {
        return outcome.copy();
    }

    @Override
    public final <U> CompletionStage<U> thenApply(final Function<? super R, ? extends U> action) {
        return outcome.thenApply(action);
    }

    @Override
    public final <U> CompletionStage<U> thenApplyAsync(final Function<? super R, ? extends U> action) {
        return outcome.thenApplyAsync(action);
    }

    @Override
    public final <U> CompletionStage<U> thenApplyAsync(final Function<? super R, ? extends U> action,
            final Executor executor) {
        return outcome.thenApplyAsync(action, executor);
    }

    @Override
    public final CompletionStage<Void> thenAccept(final Consumer<? super R> action) {
        return outcome.thenAccept(action);
    }

    @Override
    public final CompletionStage<Void> thenAcceptAsync(final Consumer<? super R> action) {
        return outcome.thenAcceptAsync(action);
    }

    @Override
    public final CompletionStage<Void> thenAcceptAsync(final Consumer<? super R> action, final Executor executor) {
        return outcome.thenAcceptAsync(action, executor);
    }

    @Override
    public final CompletionStage<Void> thenRun(final Runnable action) {
        return outcome.thenRun(action);
    }

    @Override
    public final CompletionStage<Void> thenRunAsync(final Runnable action) {
        return outcome.thenRunAsync(action);
    }

    @Override
    public final CompletionStage<Void> thenRunAsync(final Runnable action, final Executor executor) {
        return outcome.thenRunAsync(action, executor);
    }

    @Override
    public final <U, V> CompletionStage<V> thenCombine(final CompletionStage<? extends U> other,
            final BiFunction<? super R, ? super U, ? extends V> action) {
        return outcome.thenCombine(other, action);
    }

    @Override
    public final <U, V> CompletionStage<V> thenCombineAsync(final CompletionStage<? extends U> other,
            final BiFunction<? super R, ? super U, ? extends V> action) {
        return outcome.thenCombineAsync(other, action);
    }

    @Override
    public final <U, V> CompletionStage<V> thenCombineAsync(final CompletionStage<? extends U> other,
            final BiFunction<? super R, ? super U, ? extends V> action, final Executor executor) {
        return outcome.thenCombineAsync(other, action, executor);
    }

    @Override
    public final <U> CompletionStage<Void> thenAcceptBoth(final CompletionStage<? extends U> other,
            final BiConsumer<? super R, ? super U> action) {
        return outcome.thenAcceptBoth(other, action);
    }

    @Override
    public final <U> CompletionStage<Void> thenAcceptBothAsync(final CompletionStage<? extends U> other,
            final BiConsumer<? super R, ? super U> action) {
        return outcome.thenAcceptBothAsync(other, action);
    }

    @Override
    public final <U> CompletionStage<Void> thenAcceptBothAsync(final CompletionStage<? extends U> other,
            final BiConsumer<? super R, ? super U> action, final Executor executor) {
        return outcome.thenAcceptBothAsync(other, action, executor);
    }

    @Override
    public final CompletionStage<Void> runAfterBoth(final CompletionStage<?> other, final Runnable action) {
        return outcome.runAfterBoth(other, action);
    }

    @Override
    public final CompletionStage<Void> runAfterBothAsync(final CompletionStage<?> other, final Runnable action) {
        return outcome.runAfterBothAsync(other, action);
    }

    @Override
    public final CompletionStage<Void> runAfterBothAsync(final CompletionStage<?> other,
            final Runnable action, final Executor executor) {
        return outcome.runAfterBothAsync(other, action, executor);
    }

    @Override
    public final <U> CompletionStage<U> applyToEither(final CompletionStage<? extends R> other,
            final Function<? super R, U> action) {
        return outcome.applyToEither(other, action);
    }

    @Override
    public final <U> CompletionStage<U> applyToEitherAsync(final CompletionStage<? extends R> other,
            final Function<? super R, U> action) {
        return outcome.applyToEitherAsync(other, action);
    }

    @Override
    public final <U> CompletionStage<U> applyToEitherAsync(final CompletionStage<? extends R> other,
            final Function<? super R, U> action, final Executor executor) {
        return outcome.applyToEitherAsync(other, action, executor);
    }

    @Override
    public final CompletionStage<Void> acceptEither(final CompletionStage<? extends R> other,
            final Consumer<? super R> action) {
        return outcome.acceptEither(other, action);
    }

    @Override
    public final CompletionStage<Void> acceptEitherAsync(final CompletionStage<? extends R> other,
            final Consumer<? super R> action) {
        return outcome.acceptEitherAsync(other, action);
    }

    @Override
    public final CompletionStage<Void> acceptEitherAsync(final CompletionStage<? extends R> other,
            final Consumer<? super R> action, final Executor executor) {
        return outcome.acceptEitherAsync(other, action, executor);
    }

    @Override
    public final CompletionStage<Void> runAfterEither(final CompletionStage<?> other, final Runnable action) {
        return outcome.runAfterEither(other, action);
    }

    @Override
    public final CompletionStage<Void> runAfterEitherAsync(final CompletionStage<?> other, final Runnable action) {
        return outcome.runAfterEitherAsync(other, action);
    }

    @Override
    public final CompletionStage<Void> runAfterEitherAsync(final CompletionStage<?> other,
            final Runnable action, final Executor executor) {
        return outcome.runAfterEitherAsync(other, action, executor);
    }

    @Override
    public final <U> CompletionStage<U> thenCompose(final Function<? super R, ? extends CompletionStage<U>> action) {
        return outcome.thenCompose(action);
    }

    @Override
    public final <U> CompletionStage<U> thenComposeAsync(
        final Function<? super R, ? extends CompletionStage<U>> action) {
        return outcome.thenComposeAsync(action);
    }

    @Override
    public final <U> CompletionStage<U> thenComposeAsync(final Function<? super R, ? extends CompletionStage<U>> action,
            final Executor executor) {
        return outcome.thenComposeAsync(action, executor);
    }

    @Override
    public final <U> CompletionStage<U> handle(final BiFunction<? super R, Throwable, ? extends U> action) {
        return outcome.handle(action);
    }

    @Override
    public final <U> CompletionStage<U> handleAsync(final BiFunction<? super R, Throwable, ? extends U> action) {
        return outcome.handleAsync(action);
    }

    @Override
    public final <U> CompletionStage<U> handleAsync(final BiFunction<? super R, Throwable, ? extends U> action,
            final Executor executor) {
        return outcome.handleAsync(action, executor);
    }

    @Override
    public final CompletionStage<R> whenComplete(final BiConsumer<? super R, ? super Throwable> action) {
        return outcome.whenComplete(action);
    }

    @Override
    public final CompletionStage<R> whenCompleteAsync(final BiConsumer<? super R, ? super Throwable> action) {
        return outcome.whenCompleteAsync(action);
    }

    @Override
    public final CompletionStage<R> whenCompleteAsync(final BiConsumer<? super R, ? super Throwable> action,
            final Executor executor) {
        return outcome.whenCompleteAsync(action, executor);
    }

    @Override
    public final CompletionStage<R> exceptionally(final Function<Throwable, ? extends R> action) {
        return outcome.exceptionally(action);
    }

    @Override
    public final CompletionStage<R> exceptionallyAsync(final Function<Throwable, ? extends R> action) {
        return outcome.exceptionallyAsync(action);
    }

    @Override
    public final CompletionStage<R> exceptionallyAsync(final Function<Throwable, ? extends R> action,
            final Executor executor) {
        return outcome.exceptionallyAsync(action, executor);
    }

    @Override
    public final CompletionStage<R> exceptionallyCompose(
        final Function<Throwable, ? extends CompletionStage<R>> action) {
        return outcome.exceptionallyCompose(action);
    }

    @Override
    public final CompletionStage<R> exceptionallyComposeAsync(
        final Function<Throwable, ? extends CompletionStage<R>> action) {
        return outcome.exceptionallyComposeAsync(action);
    }

    @Override
    public final CompletionStage<R> exceptionallyComposeAsync(
            final Function<Throwable, ? extends CompletionStage<R>> action,
            final Executor executor) {
        return outcome.exceptionallyComposeAsync(action, executor);
    }
}
