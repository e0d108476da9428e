using System.Diagnostics.CodeAnalysis;
using System.Net.Quic;
using System.Runtime.CompilerServices;

namespace Genie.Rpc.Quic;

/// <summary>A call that streams in one direction or both. It has a QUIC stream of its own, whose end is the stream's end.</summary>
internal sealed class StreamingCall : IAsyncDisposable
{
    private readonly QuicRpcChannel _channel;
    private readonly QuicStream _stream;
    private readonly FrameReader _reader;
    private readonly FrameWriter _writer;
    private readonly CallGuard _guard;
    private readonly TimeSpan _timeout;
    private readonly CancellationToken _cancellationToken;
    private readonly CancellationTokenSource _sendingStop = new();
    private Task _sending = Task.CompletedTask;
    private Exception? _sourceError;
    private bool _isComplete;

    private StreamingCall(QuicRpcChannel channel, QuicStream stream, TimeSpan timeout, CancellationToken cancellationToken)
    {
        _channel = channel;
        _stream = stream;
        _timeout = timeout;
        _cancellationToken = cancellationToken;
        _reader = new FrameReader(stream, channel.Options.MaxMessageBytes);
        _writer = new FrameWriter(channel.Options.MaxMessageBytes);
        _guard = new CallGuard(stream);
    }

    /// <summary>A stream of arguments, one result or none.</summary>
    public static async ValueTask<TResponse> SendAllAsync<TRequest, [DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(
        QuicRpcChannel channel, ushort function, IAsyncEnumerable<TRequest> requests, QuicRpcCallOptions options, CancellationToken cancellationToken)
    {
        await using var call = await BeginAsync(channel, function, CallKind.ClientStreaming, default(Nothing), options, cancellationToken);
        call.StartSending(requests);
        var answer = await call.ReadAsync();
        call._isComplete = true;
        return answer switch
        {
            { Type: FrameType.Done } when Nothing.Is<TResponse>() => default!,
            { Type: FrameType.Result, Body: var result } when !Nothing.Is<TResponse>() => Values.Read<TResponse>(channel.Serializer, result),
            var other => throw RpcErrors.Protocol($"{other.Type} as the answer to a call that streams"),
        };
    }

    /// <summary>One argument or none, a stream of results.</summary>
    public static async IAsyncEnumerable<TResponse> ReceiveAllAsync<TRequest, [DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(
        QuicRpcChannel channel, ushort function, TRequest request, QuicRpcCallOptions options, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await using var call = await BeginAsync(channel, function, CallKind.ServerStreaming, request, options, cancellationToken);
        while (await call.ReadItemAsync() is { } item) yield return Values.Read<TResponse>(channel.Serializer, item);
    }

    /// <summary>A stream in each direction.</summary>
    public static async IAsyncEnumerable<TResponse> ExchangeAllAsync<TRequest, [DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(
        QuicRpcChannel channel, ushort function, IAsyncEnumerable<TRequest> requests, QuicRpcCallOptions options, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await using var call = await BeginAsync(channel, function, CallKind.DuplexStreaming, default(Nothing), options, cancellationToken);
        call.StartSending(requests);
        while (await call.ReadItemAsync() is { } item) yield return Values.Read<TResponse>(channel.Serializer, item);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _sendingStop.CancelAsync();
        if (!_isComplete) _stream.Abort(QuicAbortDirection.Both, (long)(_guard.Stop() is var ended && ended != StreamErrorCode.None ? ended : StreamErrorCode.Cancelled));
        await _sending;
        _guard.Dispose();
        await _stream.DisposeAsync();
        _reader.Dispose();
        _writer.Dispose();
        _sendingStop.Dispose();
    }

    private static async ValueTask<StreamingCall> BeginAsync<TRequest>(
        QuicRpcChannel channel, ushort function, CallKind kind, TRequest request, QuicRpcCallOptions options, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var timeout = options.Timeout ?? Timeout.InfiniteTimeSpan;
        var call = new StreamingCall(channel, await channel.OpenAsync(options.Timeout ?? channel.Options.CallTimeout, cancellationToken), timeout, cancellationToken);
        try
        {
            call._guard.Start(timeout, cancellationToken);
            await call.SendHeadAsync(function, kind, request, options.Metadata ?? QuicRpcMetadata.Empty);
            return call;
        }
        catch
        {
            await call.DisposeAsync();
            throw;
        }
    }

    private async ValueTask SendHeadAsync<TRequest>(ushort function, CallKind kind, TRequest request, QuicRpcMetadata metadata)
    {
        var hasArgument = !Nothing.Is<TRequest>();
        CallHead.Begin(_writer, function, kind, _timeout == Timeout.InfiniteTimeSpan ? null : _timeout, RpcTelemetry.WithTrace(metadata, null), hasArgument);
        if (hasArgument) _channel.Serializer.Serialize(_writer, request);
        _writer.End();
        try
        {
            await Sending.BeginningAsync(_stream.WriteAsync(_writer.Written, completeWrites: kind == CallKind.ServerStreaming));
        }
        catch (Exception e) when (ConnectionLoss.Is(e))
        {
            throw ClientStream.Explain(_guard.Stop(), e, _timeout, _cancellationToken);
        }

        _writer.Clear();
    }

    private void StartSending<T>(IAsyncEnumerable<T> items) => _sending = Task.Run(() => SendAsync(items), CancellationToken.None);

    private async Task SendAsync<T>(IAsyncEnumerable<T> items)
    {
        try
        {
            await ItemPump.SendAsync(_stream, _writer, _channel.Serializer, items, _sendingStop.Token);
            _stream.CompleteWrites();
        }
        catch (Exception) when (_sendingStop.IsCancellationRequested || _stream.WritesClosed.IsCompleted)
        {
            // The call has ended, or the other side wants no more: its answer says why.
        }
        catch (Exception e)
        {
            _sourceError = e;
            _stream.Abort(QuicAbortDirection.Both, (long)StreamErrorCode.Cancelled);
        }
    }

    // The next element, or null at the end of the stream.
    private async ValueTask<ReadOnlyMemory<byte>?> ReadItemAsync()
    {
        var frame = await ReadAsync();
        switch (frame.Type)
        {
            case FrameType.Item: return frame.Body;
            case FrameType.Done: _isComplete = true; return null;
            default: throw RpcErrors.Protocol($"{frame.Type} within a stream of results");
        }
    }

    private async ValueTask<Frame> ReadAsync()
    {
        try
        {
            var frame = await _reader.ReadAsync() ?? throw RpcErrors.Protocol("the stream ended before its answer");
            return RpcErrors.Of(frame) is { } error ? throw error : frame;
        }
        catch (QuicException) when (_sourceError is not null)
        {
            throw _sourceError;
        }
        catch (Exception e) when (ConnectionLoss.Is(e))
        {
            throw ClientStream.Explain(_guard.Stop(), e, _timeout, _cancellationToken);
        }
    }
}
