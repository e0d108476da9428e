using System.Diagnostics.CodeAnalysis;
using System.Net.Quic;
using System.Runtime.CompilerServices;

namespace Genie.Rpc.Quic;

/// <summary>A stream that carries unary calls of this side, one after the other.</summary>
internal sealed class ClientStream : IAsyncDisposable
{
    private readonly QuicStream _stream;
    private readonly QuicRpcSerializer _serializer;
    private readonly FrameReader _reader;
    private readonly FrameWriter _writer;
    private readonly CallGuard _guard;
    private bool _isBroken;

    public ClientStream(QuicStream stream, QuicRpcSerializer serializer, QuicRpcOptions options)
    {
        _stream = stream;
        _serializer = serializer;
        _reader = new FrameReader(stream, options.MaxMessageBytes);
        _writer = new FrameWriter(options.MaxMessageBytes);
        _guard = new CallGuard(stream);
    }

    /// <summary>True while the stream can carry one more call.</summary>
    public bool IsUsable => !_isBroken && !_stream.ReadsClosed.IsCompleted && !_stream.WritesClosed.IsCompleted;

    /// <summary>Calls, and leaves the stream ready for the next call unless <see cref="IsUsable"/> says otherwise.</summary>
    /// <exception cref="QuicRpcException">The call failed.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled; the other side is notified.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<TResponse> CallAsync<TRequest, [DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(
        ushort function, TRequest request, TimeSpan timeout, QuicRpcMetadata metadata, CancellationToken cancellationToken)
    {
        Compose(function, request, timeout, metadata);
        _guard.Start(timeout, cancellationToken);
        Frame? answer;
        try
        {
            answer = await ExchangeAsync();
        }
        catch (Exception e) when (ConnectionLoss.Is(e) || e is InvalidOperationException)
        {
            _isBroken = true;
            throw Explain(_guard.Stop(), e, timeout, cancellationToken);
        }
        catch (QuicRpcException)
        {
            _isBroken = true;
            _guard.Stop();
            throw;
        }

        if (_guard.Stop() != StreamErrorCode.None) _isBroken = true;
        return Read<TResponse>(answer);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _guard.Dispose();
        if (_isBroken) _stream.Abort(QuicAbortDirection.Both, (long)StreamErrorCode.Cancelled);
        await _stream.DisposeAsync();
        _reader.Dispose();
        _writer.Dispose();
    }

    /// <summary>Gives the stream back to whoever opened it.</summary>
    public void Release()
    {
        _guard.Dispose();
        _reader.Dispose();
        _writer.Dispose();
    }

    internal static Exception Explain(StreamErrorCode ended, Exception cause, TimeSpan timeout, CancellationToken cancellationToken) => ended switch
    {
        StreamErrorCode.Cancelled => new OperationCanceledException(cancellationToken),
        StreamErrorCode.Deadline => RpcErrors.Deadline(timeout, wasSent: true),
        _ => RpcErrors.Lost(cause, wasSent: true),
    };

    private void Compose<TRequest>(ushort function, TRequest request, TimeSpan timeout, QuicRpcMetadata metadata)
    {
        _writer.Clear();
        var hasArgument = !Nothing.Is<TRequest>();
        CallHead.Begin(_writer, function, CallKind.Unary, timeout == Timeout.InfiniteTimeSpan ? null : timeout, metadata, hasArgument);
        if (hasArgument) _serializer.Serialize(_writer, request);
        _writer.End();
    }

    // The answer can be waited for before the sending is reported as done, which saves a change of threads.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<Frame?> ExchangeAsync()
    {
        var sending = _stream.WriteAsync(_writer.Written, completeWrites: false);
        Frame? answer;
        try
        {
            answer = await _reader.ReadAsync();
        }
        catch
        {
            // The buffer is the transport's until the sending has ended.
            _stream.Abort(QuicAbortDirection.Both, (long)StreamErrorCode.Cancelled);
            await Quietly.AwaitAsync(sending);
            throw;
        }

        if (sending.IsCompletedSuccessfully) sending.GetAwaiter().GetResult();
        else await FinishAsync(sending);
        return answer;
    }

    // An answer may come before all was sent: the other side refuses the rest.
    private async ValueTask FinishAsync(ValueTask sending)
    {
        try
        {
            await sending;
        }
        catch (Exception e) when (ConnectionLoss.Is(e))
        {
            _isBroken = true;
        }
    }

    private TResponse Read<[DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(Frame? answer)
    {
        switch (answer)
        {
            case { Type: FrameType.Error } failure:
                throw RpcErrors.Of(failure)!;
            case { Type: FrameType.Refused } refusal:
                _isBroken = true;
                throw RpcErrors.Of(refusal)!;
            case { Type: FrameType.Done } when Nothing.Is<TResponse>():
                return default!;
            case { Type: FrameType.Result, Body: var result } when !Nothing.Is<TResponse>():
                return Values.Read<TResponse>(_serializer, result);
            case null:
                _isBroken = true;
                throw new QuicRpcException(QuicRpcErrorCode.Unavailable, "The other side ended the stream without an answer.", isTransient: true) { MayHaveRun = true };
            case { Type: FrameType.Done or FrameType.Result }:
                throw new QuicRpcException(QuicRpcErrorCode.WrongKind, "The function has a result and the call has none, or the other way round. Client and server must be of one definition.");
            default:
                _isBroken = true;
                throw RpcErrors.Protocol($"{answer?.Type} as the answer to a unary call");
        }
    }
}
