using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Genie.Grpc.Kestrel;

/// <summary>A call's requests, read when they are asked for: what is not asked for stays with the client.</summary>
internal sealed class RequestReader<T>(
    PipeReader body, GrpcMarshaller<T> marshaller, MessageEncoding encoding, int messageBytesMax, CancellationToken cancellationToken)
    where T : class
{
    /// <summary>The one request of a method that takes one.</summary>
    /// <exception cref="GrpcStatusException">There are fewer or more, or it is malformed.</exception>
    public async ValueTask<T> ReadSingleAsync()
    {
        var request = await ReadAsync().ConfigureAwait(false)
            ?? throw new GrpcStatusException(GrpcStatusCode.Unimplemented, "This method takes one request; none came.");
        if (await ReadAsync().ConfigureAwait(false) is not null)
            throw new GrpcStatusException(GrpcStatusCode.Unimplemented, "This method takes one request; more came.");
        return request;
    }

    /// <summary>All requests as they come.</summary>
    public async IAsyncEnumerable<T> ReadAllAsync([EnumeratorCancellation] CancellationToken enumerationToken = default)
    {
        await using var registration = enumerationToken.UnsafeRegister(static state => ((PipeReader)state!).CancelPendingRead(), body).ConfigureAwait(false);
        while (true)
        {
            enumerationToken.ThrowIfCancellationRequested();
            if (await ReadAsync().ConfigureAwait(false) is not { } request) yield break;
            yield return request;
        }
    }

    private async ValueTask<T?> ReadAsync()
    {
        while (true)
        {
            var result = await body.ReadAsync(cancellationToken).ConfigureAwait(false);
            var buffer = result.Buffer;
            if (result.IsCanceled)
            {
                body.AdvanceTo(buffer.Start);
                throw new OperationCanceledException("No further requests are wanted.");
            }

            if (MessageFraming.TryRead(ref buffer, messageBytesMax, out var isCompressed, out var payload))
            {
                var request = Parse(payload, isCompressed);
                body.AdvanceTo(buffer.Start);
                return request;
            }

            var isMidway = !buffer.IsEmpty;
            body.AdvanceTo(buffer.Start, buffer.End);
            if (!result.IsCompleted) continue;
            return isMidway ? throw new GrpcStatusException(GrpcStatusCode.Internal, "The request stream ended within a message.") : null;
        }
    }

    private T Parse(in ReadOnlySequence<byte> payload, bool isCompressed)
    {
        var plain = isCompressed ? MessageCompression.Decompress(payload, encoding, messageBytesMax) : payload;
        try
        {
            return marshaller.Read(plain);
        }
        catch (Exception error) when (error is not GrpcStatusException)
        {
            throw new GrpcStatusException(GrpcStatusCode.Internal, "The request's bytes are no message of this method.", error);
        }
    }
}
