using System.Buffers;
using Genie.Brokers;
using Orleans.Concurrency;

namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>What is called in a silo. Nobody writes to the bytes any more.</summary>
[Alias("genie.level")]
internal interface ILevelGrain : IGrainWithIntegerKey
{
    /// <summary>A request's answer.</summary>
    [Alias("request")]
    ValueTask<Immutable<byte[]>> RequestAsync([Immutable] byte[] request);
}

/// <summary>The grain.</summary>
/// <param name="handler">The silo's.</param>
[GrainType("genie.level")]
internal sealed class LevelGrain(MessageHandler handler) : Grain, ILevelGrain
{
    /// <inheritdoc/>
    public async ValueTask<Immutable<byte[]>> RequestAsync(byte[] request)
    {
        var answer = new ArrayBufferWriter<byte>(request.Length);
        await handler(new ReadOnlySequence<byte>(request), answer, CancellationToken.None);
        return new Immutable<byte[]>(answer.WrittenSpan.ToArray());
    }
}
