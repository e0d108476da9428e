using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>Sends a record's payload in parts.</summary>
internal sealed class PayloadSender(IEventStore store, GeniusGrpcOptions options)
{
    private const int PartBytesMax = 64 << 10;

    /// <exception cref="ArgumentException">There is no such record among those that the caller's polls give, or the payload ends before the offset.</exception>
    public async Task SendAsync(ReadPayloadRequest request, IAsyncStreamWriter<PayloadPart> reader, CallerAccess access, CancellationToken cancellationToken)
    {
        var payload = await FindAsync(request.Position, access, cancellationToken).ConfigureAwait(false);
        if (request.Offset < 0 || request.Offset > payload.Length) throw new ArgumentException($"The payload has {payload.Length} bytes; it cannot be read from {request.Offset}.");
        for (var offset = (int)request.Offset; offset < payload.Length; offset += PartBytesMax)
        {
            var data = payload.Slice(offset, Math.Min(PartBytesMax, payload.Length - offset));
            await reader.WriteAsync(new PayloadPart { Offset = offset, Data = UnsafeByteOperations.UnsafeWrap(data) }, cancellationToken).ConfigureAwait(false);
        }
    }

    private async ValueTask<ReadOnlyMemory<byte>> FindAsync(long position, CallerAccess access, CancellationToken cancellationToken)
    {
        if (position > 0)
        {
            await foreach (var each in store.ReadAllAsync(position - 1, cancellationToken).ConfigureAwait(false))
            {
                if (each.Position == position && options.PolledEvents(each) && access.Allows(each)) return each.Payload;
                break;
            }
        }

        throw new ArgumentException($"There is no record at position {position}: it never was, or compaction removed it, or it is none that this caller may see.");
    }
}
