using System.Diagnostics.CodeAnalysis;
using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <content>
/// Calls over a stream that is open already, as where a connection is shared with other uses and the stream began with a head of the application's
/// own. The stream stays open: it can carry one call after the other, and is its owner's to dispose. A call that throws anything but the
/// other side's answer has ended it.
/// </content>
public sealed partial class QuicRpcService<TContext>
{
    /// <summary>Calls a function with an argument and a result.</summary>
    public ValueTask<TResponse> InvokeFunctionAsync<TRequest, [DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(QuicStream stream, ushort functionId, TRequest request, CancellationToken cancellationToken = default) =>
        InvokeAsync<TRequest, TResponse>(stream, functionId, request, cancellationToken);

    /// <summary>Calls a function with a result.</summary>
    public ValueTask<TResponse> InvokeFunctionAsync<[DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(QuicStream stream, ushort functionId, CancellationToken cancellationToken = default) =>
        InvokeAsync<Nothing, TResponse>(stream, functionId, default, cancellationToken);

    /// <summary>Calls a function with an argument.</summary>
    public async ValueTask InvokeFunctionAsync<TRequest>(QuicStream stream, ushort functionId, TRequest request, CancellationToken cancellationToken = default) =>
        await InvokeAsync<TRequest, Nothing>(stream, functionId, request, cancellationToken);

    /// <summary>Calls a function with neither.</summary>
    public async ValueTask InvokeFunctionAsync(QuicStream stream, ushort functionId, CancellationToken cancellationToken = default) =>
        await InvokeAsync<Nothing, Nothing>(stream, functionId, default, cancellationToken);

    /// <summary>Calls a function that works on the stream itself; returns that stream, ready for the application's bytes.</summary>
    public async ValueTask<QuicStream> InvokeStreamingFunctionAsync(QuicStream stream, ushort functionId, CancellationToken cancellationToken = default)
    {
        await RawCall.BeginAsync(stream, Options, functionId, Options.CallTimeout, null, cancellationToken);
        return stream;
    }

    private async ValueTask<TResponse> InvokeAsync<TRequest, [DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(QuicStream stream, ushort functionId, TRequest request, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var calls = new ClientStream(stream, Serializer, Options);
        try
        {
            var metadata = RpcTelemetry.WithTrace(QuicRpcMetadata.Empty, null);
            return await calls.CallAsync<TRequest, TResponse>(functionId, request, Options.CallTimeout, metadata, cancellationToken);
        }
        finally
        {
            calls.Release();
        }
    }
}
