using Grpc.Core;

namespace Genie.Grpc.Official;

/// <summary>A stream's responses, one at a time.</summary>
internal sealed class OfficialResponses<T>(IServerStreamWriter<T> stream, CancellationToken cancellationToken) : IGrpcResponses<T>
{
    /// <inheritdoc/>
    public ValueTask WriteAsync(T response) => new(stream.WriteAsync(response, cancellationToken));
}
