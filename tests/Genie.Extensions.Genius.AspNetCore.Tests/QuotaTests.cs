using System.Threading.Channels;
using System.Threading.RateLimiting;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>Events beyond a caller's quota wait, and are refused where too many wait.</summary>
public sealed class QuotaTests
{
    [Fact]
    public async Task Events_wait_for_their_permit_in_their_order_and_those_beyond_the_queue_are_refused()
    {
        await using var quota = PartitionedRateLimiter.Create<ServerCallContext, int>(_ => RateLimitPartition.GetConcurrencyLimiter(0, _ => new ConcurrencyLimiterOptions { PermitLimit = 1, QueueLimit = 2 }));
        var gated = new Gated();
        var processor = new QuotaProcessor(gated, quota, null!);
        var calls = Enumerable.Range(1, 4).Select(sequence => processor.ProcessAsync(SampleEvents.Event("a", (ulong)sequence), default).AsTask()).ToList();
        var refused = await Assert.ThrowsAsync<RpcException>(() => calls[3]);
        Assert.Equal(StatusCode.ResourceExhausted, refused.StatusCode);
        for (var i = 0; i < 3; i++)
        {
            Assert.Equal((ulong)i + 1, await gated.Entered.Reader.ReadAsync());
            Assert.False(calls[i].IsCompleted);
            gated.Gate.Release();
            await calls[i];
        }

        Assert.False(gated.Entered.Reader.TryRead(out _));
    }

    private sealed class Gated : IEventProcessor
    {
        public SemaphoreSlim Gate { get; } = new(0);

        public Channel<ulong> Entered { get; } = Channel.CreateUnbounded<ulong>();

        public async ValueTask<GeniusAnswer> ProcessAsync(GeniusEvent value, CancellationToken cancellationToken)
        {
            await Entered.Writer.WriteAsync(value.RequestKey.Sequence, cancellationToken);
            await Gate.WaitAsync(cancellationToken);
            return new GeniusAnswer([], [], [], IsRepeat: false);
        }
    }
}
