using System.Runtime.InteropServices;
using Genie.Brokers.Links;

namespace Genie.Brokers.Tests.Links;

public sealed class LinkWriterTests
{
    private static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task What_comes_while_one_is_flushing_goes_out_as_one_batch_in_order()
    {
        using var stream = new GatedStream();
        var writer = new LinkWriter(stream, 1 << 20, _ => { });
        await writer.WriteAsync(new NumberFrame(0), FlushBy.Caller, default);
        await stream.Entered.WaitAsync();
        for (var i = 1; i < 1000; i++) Assert.True(writer.WriteAsync(new NumberFrame(i), FlushBy.Caller, default).AsTask().IsCompletedSuccessfully);

        stream.Open(2);
        await writer.DrainAsync(default).AsTask().WaitAsync(SafetyNet);

        Assert.Equal(2, writer.Batches);
        Assert.Equal(Enumerable.Range(0, 1000), Numbers(stream));
    }

    [Fact]
    public async Task Writers_wait_beyond_the_bound_and_keep_their_order()
    {
        using var stream = new GatedStream();
        var writer = new LinkWriter(stream, 40, _ => { });
        var writes = Enumerable.Range(0, 1000).Select(i => writer.WriteAsync(new NumberFrame(i), FlushBy.Background, default).AsTask()).ToArray();

        // One batch of some frames is being sent, ten fill the bound, the others wait.
        await stream.Entered.WaitAsync();
        Assert.InRange(writes.Count(write => write.IsCompleted), 10, 20);
        Assert.False(writes[^1].IsCompleted);

        stream.Open(1000);
        await Task.WhenAll(writes).WaitAsync(SafetyNet);
        await writer.DrainAsync(default).AsTask().WaitAsync(SafetyNet);
        Assert.Equal(Enumerable.Range(0, 1000), Numbers(stream));
        Assert.InRange(writer.Batches, 90, 110);
    }

    [Fact]
    public async Task A_writer_that_is_cancelled_while_it_waits_sends_nothing()
    {
        using var stream = new GatedStream();
        using var cancellation = new CancellationTokenSource();
        var writer = new LinkWriter(stream, 1, _ => { });
        var sending = writer.WriteAsync(new NumberFrame(0), FlushBy.Background, default);
        await stream.Entered.WaitAsync();
        await writer.WriteAsync(new NumberFrame(1), FlushBy.Background, default);
        var cancelled = writer.WriteAsync(new NumberFrame(2), FlushBy.Background, cancellation.Token).AsTask();
        var last = writer.WriteAsync(new NumberFrame(3), FlushBy.Background, default).AsTask();

        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => cancelled);
        stream.Open(10);
        await sending;
        await last.WaitAsync(SafetyNet);
        await writer.DrainAsync(default).AsTask().WaitAsync(SafetyNet);
        Assert.Equal([0, 1, 3], Numbers(stream));
    }

    [Fact]
    public async Task A_write_that_fails_is_told_once_and_closing_fails_who_waits()
    {
        using var stream = new GatedStream { Failure = new IOException("broken") };
        LinkWriter? writer = null;
        var told = new List<Exception>();
        writer = new LinkWriter(stream, 1, error =>
        {
            told.Add(error);
            writer!.Close(new LinkLostException("test", error.Message));
        });
        await writer.WriteAsync(new NumberFrame(0), FlushBy.Caller, default);
        await stream.Entered.WaitAsync();
        await writer.WriteAsync(new NumberFrame(1), FlushBy.Caller, default);
        var waiting = writer.WriteAsync(new NumberFrame(2), FlushBy.Caller, default).AsTask();
        var draining = writer.DrainAsync(default).AsTask();

        stream.Open();
        await Assert.ThrowsAsync<LinkLostException>(() => waiting.WaitAsync(SafetyNet));
        await Assert.ThrowsAsync<LinkLostException>(() => draining.WaitAsync(SafetyNet));
        await Assert.ThrowsAsync<LinkLostException>(async () => await writer.WriteAsync(new NumberFrame(3), FlushBy.Caller, default));
        Assert.IsType<IOException>(Assert.Single(told));
    }

    [Fact]
    public async Task Held_writes_go_out_together_and_the_trailer_ends_each_batch()
    {
        using var stream = new GatedStream();
        stream.Open(100);
        var writer = new LinkWriter(stream, 1 << 20, _ => { }, destination => new NumberFrame(-1).Write(destination), sizeof(int));
        writer.Hold();
        for (var i = 0; i < 10; i++) await writer.WriteAsync(new NumberFrame(i), FlushBy.Caller, default);
        Assert.Equal(0, writer.Batches);
        await writer.Release();
        await writer.WriteAsync(new NumberFrame(10), FlushBy.Caller, default);
        await writer.DrainAsync(default).AsTask().WaitAsync(SafetyNet);
        Assert.Equal([.. Enumerable.Range(0, 10), -1, 10, -1], Numbers(stream));
    }

    [Fact]
    public async Task A_sign_of_life_goes_out_while_others_are_held()
    {
        using var stream = new GatedStream();
        stream.Open(100);
        var writer = new LinkWriter(stream, 1 << 20, _ => { });
        writer.Hold();
        await writer.WriteAsync(new NumberFrame(0), FlushBy.Caller, default);
        Assert.Equal(0, writer.Batches);
        await writer.WriteAsync(new NumberFrame(1), FlushBy.Urgent, default);
        await writer.DrainAsync(default).AsTask().WaitAsync(SafetyNet);
        Assert.Equal([0, 1], Numbers(stream));
    }

    [Fact]
    public async Task Cancelled_writers_are_forgotten_at_once()
    {
        using var stream = new GatedStream();
        using var cancellation = new CancellationTokenSource();
        var writer = new LinkWriter(stream, 1, _ => { });
        await writer.WriteAsync(new NumberFrame(0), FlushBy.Caller, default);
        await stream.Entered.WaitAsync();
        await writer.WriteAsync(new NumberFrame(1), FlushBy.Caller, default);
        var writes = Enumerable.Range(2, 1000).Select(i => writer.WriteAsync(new NumberFrame(i), FlushBy.Caller, cancellation.Token).AsTask()).ToArray();
        Assert.Equal(1000, writer.Waiting);
        await cancellation.CancelAsync();
        Assert.Equal(0, writer.Waiting);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Task.WhenAll(writes).WaitAsync(SafetyNet));
        stream.Open(10);
        await writer.DrainAsync(default).AsTask().WaitAsync(SafetyNet);
        Assert.Equal([0, 1], Numbers(stream));
    }

    [Fact]
    public async Task Concurrent_writers_lose_and_double_nothing()
    {
        const int Writers = 8;
        const int Frames = 20_000;
        using var stream = new MemoryStream();
        var writer = new LinkWriter(stream, 4096, _ => { });
        await Task.WhenAll(Enumerable.Range(0, Writers).Select(w => Task.Run(async () =>
        {
            for (var i = 0; i < Frames; i++) await writer.WriteAsync(new NumberFrame((w * Frames) + i), (FlushBy)(i % 2), default);
        }))).WaitAsync(SafetyNet);
        await writer.DrainAsync(default).AsTask().WaitAsync(SafetyNet);

        var sent = Numbers(stream);
        Assert.Equal(Enumerable.Range(0, Writers * Frames), sent.Order());
        for (var w = 0; w < Writers; w++)
        {
            var own = sent.Where(number => number / Frames == w).ToArray();
            Assert.Equal(own.Order(), own);
        }
    }

    private static int[] Numbers(MemoryStream stream) => MemoryMarshal.Cast<byte, int>(stream.ToArray()).ToArray();
}
