using System.Buffers;
using System.Buffers.Binary;
using Genie.Brokers.Multiplexing;
using Genie.Testing;

namespace Genie.Brokers.Tests.Multiplexing;

public sealed class MultiplexedConnectionTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_million_requests_of_many_callers_none_misrouted(bool inline)
    {
        await using var connection = new Echo(new ConnectionOptions { MaxInFlight = 64, InlineContinuations = inline });
        long wrong = 0;
        await Task.WhenAll(Enumerable.Range(0, 128).Select(caller => Task.Run(async () =>
        {
            var message = new byte[8];
            for (var i = 0; i < 1_000_000 / 128; i++)
            {
                var token = ((long)caller << 32) | (uint)i;
                BinaryPrimitives.WriteInt64LittleEndian(message, token);
                using var reply = await connection.RequestAsync(message, CancellationToken.None);
                if (reply.Payload.Length != 8 || BinaryPrimitives.ReadInt64LittleEndian(reply.Payload.Span) != token) Interlocked.Increment(ref wrong);
            }
        })));
        Assert.Equal((0, 0), (wrong, connection.LateReplies));
    }

    [Fact]
    public async Task An_answer_after_the_time_out_is_late_and_reaches_nobody()
    {
        var clock = new ManualClock();
        await using var connection = new Silent(new ConnectionOptions { MaxInFlight = 1, RequestTimeout = TimeSpan.FromSeconds(1) }, clock);
        var first = connection.RequestAsync(new byte[1], CancellationToken.None).AsTask();
        var old = connection.Posted[0];
        clock.Advance(TimeSpan.FromSeconds(2));
        var error = await Assert.ThrowsAsync<RequestTimeoutException>(() => first);
        Assert.True(error.IsTransient);

        var second = connection.RequestAsync(new byte[1], CancellationToken.None).AsTask();
        Assert.False(connection.Arrive(old, [ReplyEnvelope.Success, 1]));
        Assert.Equal(1, connection.LateReplies);
        Assert.True(connection.Arrive(connection.Posted[1], [ReplyEnvelope.Success, 2]));
        using var reply = await second;
        Assert.Equal([2], reply.Payload.ToArray());
    }

    [Fact]
    public async Task Cancelling_ends_one_request_and_frees_its_slot()
    {
        await using var connection = new Silent(new ConnectionOptions { MaxInFlight = 1 });
        using var cancellation = new CancellationTokenSource();
        var request = connection.RequestAsync(new byte[1], cancellation.Token).AsTask();
        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => request);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await connection.RequestAsync(new byte[1], cancellation.Token));
        var next = connection.RequestAsync(new byte[1], CancellationToken.None).AsTask();
        connection.Arrive(connection.Posted[^1], [ReplyEnvelope.Success]);
        (await next).Dispose();
    }

    [Fact]
    public async Task Envelopes_in_segments_are_read_like_whole_ones()
    {
        await using var connection = new Silent(new ConnectionOptions());
        for (var seed = 0; seed < 200; seed++)
        {
            var random = new Random(seed);
            var request = connection.RequestAsync(new byte[1], CancellationToken.None).AsTask();
            var envelope = new ArrayBufferWriter<byte>();
            if (seed % 2 == 0)
            {
                ReplyEnvelope.Begin(envelope);
                envelope.Write("an answer"u8);
            }
            else
            {
                ReplyEnvelope.WriteError(envelope, new InvalidOperationException("the handler's words"));
            }

            Assert.True(connection.Arrive(connection.Posted[^1], Segments.Cut(envelope.WrittenSpan.ToArray(), random)));
            if (seed % 2 == 0) Assert.True((await request).Payload.Span.SequenceEqual("an answer"u8), $"seed {seed}");
            else Assert.Contains("the handler's words", (await Assert.ThrowsAsync<RemoteHandlerException>(() => request)).Message, StringComparison.Ordinal);
        }

        var empty = connection.RequestAsync(new byte[1], CancellationToken.None).AsTask();
        connection.Arrive(connection.Posted[^1], Segments.Cut(Array.Empty<byte>(), new Random(1)));
        await Assert.ThrowsAsync<BrokerException>(() => empty);
        var unknown = connection.RequestAsync(new byte[1], CancellationToken.None).AsTask();
        connection.Arrive(connection.Posted[^1], Segments.Cut(new byte[] { 9, 9 }, new Random(1)));
        await Assert.ThrowsAsync<BrokerException>(() => unknown);
    }

    [Fact]
    public async Task A_lost_link_fails_everything_pending_and_the_next_request_goes_on()
    {
        await using var connection = new Silent(new ConnectionOptions());
        var pending = Enumerable.Range(0, 100).Select(_ => connection.RequestAsync(new byte[1], CancellationToken.None).AsTask()).ToArray();
        connection.Lose();
        foreach (var request in pending) await Assert.ThrowsAsync<LinkLostException>(() => request);
        var next = connection.RequestAsync(new byte[1], CancellationToken.None).AsTask();
        connection.Arrive(connection.Posted[^1], [ReplyEnvelope.Success]);
        (await next).Dispose();
    }

    [Fact]
    public async Task An_error_for_a_request_that_has_ended_is_no_late_answer()
    {
        await using var connection = new Silent(new ConnectionOptions());
        var ended = connection.RequestAsync(new byte[1], CancellationToken.None).AsTask();
        connection.Lose();
        await Assert.ThrowsAsync<LinkLostException>(() => ended);
        Assert.False(connection.Report(connection.Posted[0], new LinkLostException("test", "reported once more")));
        Assert.False(connection.Report(new Correlation(uint.MaxValue, 0), new LinkLostException("test", "nobody's")));
        Assert.Equal(0, connection.LateReplies);

        var refused = connection.RequestAsync(new byte[1], CancellationToken.None).AsTask();
        Assert.True(connection.Report(connection.Posted[^1], new UnroutableException("test", "channel")));
        await Assert.ThrowsAsync<UnroutableException>(() => refused);
    }

    [Fact]
    public async Task Disposing_fails_pending_and_waiting_requests()
    {
        var connection = new Silent(new ConnectionOptions { MaxInFlight = 1 });
        var pending = connection.RequestAsync(new byte[1], CancellationToken.None).AsTask();
        var waiting = connection.RequestAsync(new byte[1], CancellationToken.None).AsTask();
        await connection.DisposeAsync();
        await connection.DisposeAsync();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => pending);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => waiting);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_error_of_posting_ends_the_request_with_it(bool synchronous)
    {
        await using var connection = new Failing(synchronous);
        for (var i = 0; i < 5; i++)
            await Assert.ThrowsAsync<PayloadTooLargeException>(async () => await connection.RequestAsync(new byte[1], CancellationToken.None));
    }

    [Fact]
    public async Task A_send_ends_with_its_confirmation_its_refusal_or_the_loss_of_the_link()
    {
        var connection = new Silent(new ConnectionOptions { MaxInFlight = 3 });
        var sends = Enumerable.Range(0, 4).Select(_ => connection.SendAsync(new byte[1], CancellationToken.None).AsTask()).ToArray();
        Assert.Equal(3, connection.Posted.Count);
        connection.Settle(connection.Posted[1]);
        await sends[1];
        connection.Settle(connection.Posted[0], new UnroutableException("test", "nobody"));
        await Assert.ThrowsAsync<UnroutableException>(() => sends[0]);

        // A confirmation that comes twice ends nobody else's send.
        connection.Settle(connection.Posted[1]);
        Assert.False(sends[2].IsCompleted || sends[3].IsCompleted);
        connection.Lose();
        await Assert.ThrowsAsync<LinkLostException>(() => sends[2]);
        await connection.DisposeAsync();
        await Assert.ThrowsAnyAsync<Exception>(() => sends[3]);
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await connection.SendAsync(new byte[1], CancellationToken.None));
        Assert.Equal(0, connection.LateReplies);
    }

    [Fact]
    public async Task A_send_that_was_cancelled_before_is_not_posted()
    {
        await using var connection = new Silent(new ConnectionOptions());
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await connection.SendAsync(new byte[1], new CancellationToken(canceled: true)));
        Assert.Empty(connection.Posted);
    }

    [Fact]
    public async Task A_send_without_a_confirmation_ends_at_its_time_out()
    {
        var clock = new ManualClock();
        await using var connection = new Silent(new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(1) }, clock);
        var send = connection.SendAsync(new byte[1], CancellationToken.None).AsTask();
        clock.Advance(TimeSpan.FromSeconds(2));
        Assert.True((await Assert.ThrowsAsync<LinkLostException>(() => send)).IsTransient);
    }

    private sealed class Echo(ConnectionOptions options) : TestConnection(options)
    {
        protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
        {
            var envelope = (byte[])[ReplyEnvelope.Success, .. message.Span];
            ThreadPool.QueueUserWorkItem(_ => Complete(correlation, envelope));
            return ValueTask.CompletedTask;
        }
    }

    private sealed class Silent(ConnectionOptions options, TimeProvider? clock = null) : TestConnection(options, clock)
    {
        public List<Correlation> Posted { get; } = [];

        public bool Arrive(Correlation correlation, byte[] envelope) => Complete(correlation, envelope);

        public bool Arrive(Correlation correlation, in ReadOnlySequence<byte> envelope) => Complete(correlation, envelope);

        public bool Report(Correlation correlation, Exception error) => Fail(correlation, error);

        protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => SendConfirmedAsync(message, cancellationToken);

        public void Settle(Correlation correlation, Exception? error = null) => Confirm(correlation, error);

        public void Lose() => FailAll(new LinkLostException("test", "cut"));

        protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
        {
            lock (Posted) Posted.Add(correlation);
            return ValueTask.CompletedTask;
        }

        protected override ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
            PostAsync(message, correlation, cancellationToken);
    }

    private sealed class Failing(bool synchronous) : TestConnection(new ConnectionOptions { MaxInFlight = 1 })
    {
        protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
        {
            var error = new PayloadTooLargeException("test", 2, 1);
            return synchronous ? throw error : FailLaterAsync(error);
        }

        private static async ValueTask FailLaterAsync(Exception error)
        {
            await Task.Yield();
            throw error;
        }
    }

    private abstract class TestConnection(ConnectionOptions options, TimeProvider? clock = null) : MultiplexedConnection("test", options, clock)
    {
        protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => ValueTask.CompletedTask;

        protected override ValueTask FlushCoreAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

        protected override ValueTask DisposeCoreAsync() => ValueTask.CompletedTask;
    }
}
