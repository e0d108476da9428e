using System.Security.Cryptography.X509Certificates;
using Grpc.Core;

namespace Genie.Grpc.Official;

/// <summary>A call that Grpc.AspNetCore serves.</summary>
internal sealed class OfficialCall : IGrpcCall
{
    private readonly ServerCallContext _served;
    private GrpcMetadata? _requestHeaders;

    private OfficialCall(ServerCallContext served) => _served = served;

    /// <inheritdoc/>
    public string Method => _served.Method;

    /// <inheritdoc/>
    public string Peer => _served.Peer;

    /// <inheritdoc/>
    public X509Certificate2? ClientCertificate => _served.GetHttpContext().Connection.ClientCertificate;

    /// <inheritdoc/>
    public GrpcMetadata RequestHeaders => _requestHeaders ??= MetadataConversion.FromOfficial(_served.RequestHeaders);

    /// <inheritdoc/>
    public GrpcMetadata ResponseTrailers { get; } = new();

    /// <inheritdoc/>
    public DateTimeOffset? Deadline => _served.Deadline == DateTime.MaxValue ? null : new DateTimeOffset(_served.Deadline.ToUniversalTime());

    /// <inheritdoc/>
    public CancellationToken CancellationToken => _served.CancellationToken;

    /// <inheritdoc/>
    public ValueTask SendHeadersAsync(GrpcMetadata headers) => new(_served.WriteResponseHeadersAsync(MetadataConversion.ToOfficial(headers)));

    /// <summary>Runs a handler, with its errors and trailers as Grpc.AspNetCore wants them.</summary>
    public static async Task<T> RunAsync<T>(ServerCallContext served, Func<OfficialCall, ValueTask<T>> handle)
    {
        var call = new OfficialCall(served);
        try
        {
            return await handle(call).ConfigureAwait(false);
        }
        catch (GrpcStatusException error)
        {
            throw new RpcException(new Status((StatusCode)(int)error.Code, error.Message, error), MetadataConversion.ToOfficial(error.Trailers), error.Message);
        }
        finally
        {
            foreach (var entry in MetadataConversion.ToOfficial(call.ResponseTrailers)) served.ResponseTrailers.Add(entry);
        }
    }

    /// <inheritdoc cref="RunAsync{T}"/>
    public static Task RunAsync(ServerCallContext served, Func<OfficialCall, ValueTask> handle) =>
        RunAsync(served, async call =>
        {
            await handle(call).ConfigureAwait(false);
            return true;
        });
}
