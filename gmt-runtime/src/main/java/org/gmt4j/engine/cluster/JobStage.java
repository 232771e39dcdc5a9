package org.gmt4j.engine.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A job as a completion stage. Passes everything to the future of its outcome, which only the job completes, by way of
 * {@link Continuations}. Any thread.
 */
abstract class JobStage<R> implements CompletionStage<R> {
    final CompletableFuture<R> outcome;
    final Continuations continuations;

    JobStage(final CompletableFuture<R> outcome, final Continuations continuations) {
        this.outcome = outcome;
        this.continuations = continuations;
    }

    /** Returns the outcome for continuations, which must not run on the thread of a node that completes it. */
    private CompletableFuture<R> stage() {
        return continuations.of(outcome);
    }

    /** Returns a copy, whose completion changes nothing here. */
    @Override
    public final CompletableFuture<R> toCompletableFuture() {
        return stage().copy();
    }

    @Override
    public final <U> CompletionStage<U> thenApply(final Function<? super R, ? extends U> action) {
        return stage().thenApply(action);
    }

    @Override
    public final <U> CompletionStage<U> thenApplyAsync(final Function<? super R, ? extends U> action) {
        return stage().thenApplyAsync(action);
    }

    @Override
    public final <U> CompletionStage<U> thenApplyAsync(final Function<? super R, ? extends U> action,
            final Executor executor) {
        return stage().thenApplyAsync(action, executor);
    }

    @Override
    public final CompletionStage<Void> thenAccept(final Consumer<? super R> action) {
        return stage().thenAccept(action);
    }

    @Override
    public final CompletionStage<Void> thenAcceptAsync(final Consumer<? super R> action) {
        return stage().thenAcceptAsync(action);
    }

    @Override
    public final CompletionStage<Void> thenAcceptAsync(final Consumer<? super R> action, final Executor executor) {
        return stage().thenAcceptAsync(action, executor);
    }

    @Override
    public final CompletionStage<Void> thenRun(final Runnable action) {
        return stage().thenRun(action);
    }

    @Override
    public final CompletionStage<Void> thenRunAsync(final Runnable action) {
        return stage().thenRunAsync(action);
    }

    @Override
    public final CompletionStage<Void> thenRunAsync(final Runnable action, final Executor executor) {
        return stage().thenRunAsync(action, executor);
    }

    @Override
    public final <U, V> CompletionStage<V> thenCombine(final CompletionStage<? extends U> other,
            final BiFunction<? super R, ? super U, ? extends V> action) {
        return stage().thenCombine(other, action);
    }

    @Override
    public final <U, V> CompletionStage<V> thenCombineAsync(final CompletionStage<? extends U> other,
            final BiFunction<? super R, ? super U, ? extends V> action) {
        return stage().thenCombineAsync(other, action);
    }

    @Override
    public final <U, V> CompletionStage<V> thenCombineAsync(final CompletionStage<? extends U> other,
            final BiFunction<? super R, ? super U, ? extends V> action, final Executor executor) {
        return stage().thenCombineAsync(other, action, executor);
    }

    @Override
    public final <U> CompletionStage<Void> thenAcceptBoth(final CompletionStage<? extends U> other,
            final BiConsumer<? super R, ? super U> action) {
        return stage().thenAcceptBoth(other, action);
    }

    @Override
    public final <U> CompletionStage<Void> thenAcceptBothAsync(final CompletionStage<? extends U> other,
            final BiConsumer<? super R, ? super U> action) {
        return stage().thenAcceptBothAsync(other, action);
    }

    @Override
    public final <U> CompletionStage<Void> thenAcceptBothAsync(final CompletionStage<? extends U> other,
            final BiConsumer<? super R, ? super U> action, final Executor executor) {
        return stage().thenAcceptBothAsync(other, action, executor);
    }

    @Override
    public final CompletionStage<Void> runAfterBoth(final CompletionStage<?> other, final Runnable action) {
        return stage().runAfterBoth(other, action);
    }

    @Override
    public final CompletionStage<Void> runAfterBothAsync(final CompletionStage<?> other, final Runnable action) {
        return stage().runAfterBothAsync(other, action);
    }

    @Override
    public final CompletionStage<Void> runAfterBothAsync(final CompletionStage<?> other,
            final Runnable action, final Executor executor) {
        return stage().runAfterBothAsync(other, action, executor);
    }

    @Override
    public final <U> CompletionStage<U> applyToEither(final CompletionStage<? extends R> other,
            final Function<? super R, U> action) {
        return stage().applyToEither(other, action);
    }

    @Override
    public final <U> CompletionStage<U> applyToEitherAsync(final CompletionStage<? extends R> other,
            final Function<? super R, U> action) {
        return stage().applyToEitherAsync(other, action);
    }

    @Override
    public final <U> CompletionStage<U> applyToEitherAsync(final CompletionStage<? extends R> other,
            final Function<? super R, U> action, final Executor executor) {
        return stage().applyToEitherAsync(other, action, executor);
    }

    @Override
    public final CompletionStage<Void> acceptEither(final CompletionStage<? extends R> other,
            final Consumer<? super R> action) {
        return stage().acceptEither(other, action);
    }

    @Override
    public final CompletionStage<Void> acceptEitherAsync(final CompletionStage<? extends R> other,
            final Consumer<? super R> action) {
        return stage().acceptEitherAsync(other, action);
    }

    @Override
    public final CompletionStage<Void> acceptEitherAsync(final CompletionStage<? extends R> other,
            final Consumer<? super R> action, final Executor executor) {
        return stage().acceptEitherAsync(other, action, executor);
    }

    @Override
    public final CompletionStage<Void> runAfterEither(final CompletionStage<?> other, final Runnable action) {
        return stage().runAfterEither(other, action);
    }

    @Override
    public final CompletionStage<Void> runAfterEitherAsync(final CompletionStage<?> other, final Runnable action) {
        return stage().runAfterEitherAsync(other, action);
    }

    @Override
    public final CompletionStage<Void> runAfterEitherAsync(final CompletionStage<?> other,
            final Runnable action, final Executor executor) {
        return stage().runAfterEitherAsync(other, action, executor);
    }

    @Override
    public final <U> CompletionStage<U> thenCompose(final Function<? super R, ? extends CompletionStage<U>> action) {
        return stage().thenCompose(action);
    }

    @Override
    public final <U> CompletionStage<U> thenComposeAsync(
        final Function<? super R, ? extends CompletionStage<U>> action) {
        return stage().thenComposeAsync(action);
    }

    @Override
    public final <U> CompletionStage<U> thenComposeAsync(final Function<? super R, ? extends CompletionStage<U>> action,
            final Executor executor) {
        return stage().thenComposeAsync(action, executor);
    }

    @Override
    public final <U> CompletionStage<U> handle(final BiFunction<? super R, Throwable, ? extends U> action) {
        return stage().handle(action);
    }

    @Override
    public final <U> CompletionStage<U> handleAsync(final BiFunction<? super R, Throwable, ? extends U> action) {
        return stage().handleAsync(action);
    }

    @Override
    public final <U> CompletionStage<U> handleAsync(final BiFunction<? super R, Throwable, ? extends U> action,
            final Executor executor) {
        return stage().handleAsync(action, executor);
    }

    @Override
    public final CompletionStage<R> whenComplete(final BiConsumer<? super R, ? super Throwable> action) {
        return stage().whenComplete(action);
    }

    @Override
    public final CompletionStage<R> whenCompleteAsync(final BiConsumer<? super R, ? super Throwable> action) {
        return stage().whenCompleteAsync(action);
    }

    @Override
    public final CompletionStage<R> whenCompleteAsync(final BiConsumer<? super R, ? super Throwable> action,
            final Executor executor) {
        return stage().whenCompleteAsync(action, executor);
    }

    @Override
    public final CompletionStage<R> exceptionally(final Function<Throwable, ? extends R> action) {
        return stage().exceptionally(action);
    }

    @Override
    public final CompletionStage<R> exceptionallyAsync(final Function<Throwable, ? extends R> action) {
        return stage().exceptionallyAsync(action);
    }

    @Override
    public final CompletionStage<R> exceptionallyAsync(final Function<Throwable, ? extends R> action,
            final Executor executor) {
        return stage().exceptionallyAsync(action, executor);
    }

    @Override
    public final CompletionStage<R> exceptionallyCompose(
        final Function<Throwable, ? extends CompletionStage<R>> action) {
        return stage().exceptionallyCompose(action);
    }

    @Override
    public final CompletionStage<R> exceptionallyComposeAsync(
        final Function<Throwable, ? extends CompletionStage<R>> action) {
        return stage().exceptionallyComposeAsync(action);
    }

    @Override
    public final CompletionStage<R> exceptionallyComposeAsync(
            final Function<Throwable, ? extends CompletionStage<R>> action,
            final Executor executor) {
        return stage().exceptionallyComposeAsync(action, executor);
    }
}
