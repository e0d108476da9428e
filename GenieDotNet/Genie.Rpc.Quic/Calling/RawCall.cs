using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <summary>A call after which the stream is the application's.</summary>
internal static class RawCall
{
    public static async ValueTask<QuicStream> OpenAsync(QuicRpcChannel channel, ushort function, QuicRpcCallOptions options, CancellationToken cancellationToken)
    {
        var timeout = options.Timeout ?? channel.Options.CallTimeout;
        var stream = await channel.OpenAsync(timeout, cancellationToken);
        try
        {
            await BeginAsync(stream, channel.Options, function, timeout, options.Metadata, cancellationToken);
            return stream;
        }
        catch
        {
            await stream.DisposeAsync();
            throw;
        }
    }

    /// <summary>Calls on a stream that is open; when it returns, the stream carries nothing but the application's bytes.</summary>
    public static async ValueTask BeginAsync(
        QuicStream stream, QuicRpcOptions options, ushort function, TimeSpan timeout, QuicRpcMetadata? metadata, CancellationToken cancellationToken)
    {
        using var guard = new CallGuard(stream);
        using var writer = new FrameWriter(options.MaxMessageBytes);
        using var reader = new FrameReader(stream, options.MaxMessageBytes);
        CallHead.Begin(writer, function, CallKind.Raw, null, RpcTelemetry.WithTrace(metadata ?? QuicRpcMetadata.Empty, null), hasArgument: false);
        writer.End();
        guard.Start(timeout, cancellationToken);
        try
        {
            await Sending.BeginningAsync(stream.WriteAsync(writer.Written, CancellationToken.None));
            switch (await reader.ReadExactlyAsync(CancellationToken.None))
            {
                case { Type: FrameType.Accepted }: return;
                case { } answer when RpcErrors.Of(answer) is { } error: throw error;
                case var other: throw RpcErrors.Protocol($"{(other is { } frame ? frame.Type.ToString() : "the stream's end")} as the answer to a raw call");
            }
        }
        catch (Exception e) when (ConnectionLoss.Is(e))
        {
            throw ClientStream.Explain(guard.Stop(), e, timeout, cancellationToken);
        }
    }
}
