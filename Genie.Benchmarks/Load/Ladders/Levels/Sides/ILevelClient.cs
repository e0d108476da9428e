using System.Buffers;

namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>Makes requests, one after the other.</summary>
internal interface ILevelClient : IAsyncDisposable
{
    /// <summary>Sends a request, reliably where there is a choice, and writes its answer.</summary>
    ValueTask RequestAsync(ReadOnlyMemory<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken);
}
