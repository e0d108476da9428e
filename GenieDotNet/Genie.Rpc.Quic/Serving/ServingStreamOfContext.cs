using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Net.Quic;
using System.Runtime.CompilerServices;

namespace Genie.Rpc.Quic;

/// <summary>
/// A stream that carries calls of the other side, one after the other. Whatever is wrong with its bytes costs this stream and nothing else.
/// </summary>
[SuppressMessage("Reliability", "CA2012", Justification = "An answer is sent while the next call is read: its task is awaited once, before the buffer is used again.")]
internal sealed class ServingStream<TContext> : ServingStream, IAsyncDisposable
{
    private readonly ServedConnection<TContext> _from;
    private readonly QuicStream _stream;
    private readonly FrameReader _reader;
    private readonly FrameWriter _writer;
    private readonly CallCancellation _cancellation;
    private readonly SilenceWatch _silence;
    private readonly CallGate _gate = new();
    private ValueTask _sending;
    private CallHead _head;
    private long _frames;
    private bool _isLastCall;
    private bool _isAccepted;

    public ServingStream(ServedConnection<TContext> from, QuicStream stream, CancellationToken stop)
    {
        _from = from;
        _stream = stream;
        _reader = new FrameReader(stream, from.Options.MaxMessageBytes);
        _writer = new FrameWriter(from.Options.MaxMessageBytes);
        _cancellation = new CallCancellation(stop);
        _silence = new SilenceWatch(from.Options);
    }

    /// <summary>The context of the call that is being handled.</summary>
    public QuicRpcContext<TContext> Context => new(
        _head.Kind == CallKind.Raw ? _stream : null, _from.Context, _from.Connection, _head.Metadata, _from.Services, _cancellation.Token);

    /// <summary>Handles calls until the other side ends the stream. What it sends that is no call is answered with an error, and ends the stream.</summary>
    /// <exception cref="QuicException">The connection was lost, or the other side left within a call.</exception>
    public async Task RunAsync()
    {
        Current = this;
        var following = _cancellation.FollowAsync(_stream);
        try
        {
            await HandleAllAsync();
        }
        catch (QuicRpcException e)
        {
            await SendAsync(e);
        }

        await _sending;
        _sending = default;
        if (!_stream.WritesClosed.IsCompleted) _stream.CompleteWrites();
        if (!_stream.ReadsClosed.IsCompleted) _stream.Abort(QuicAbortDirection.Read, (long)StreamErrorCode.Cancelled);
        await following;
    }

    /// <summary>The argument of the call.</summary>
    public T Argument<[DynamicallyAccessedMembers(Kept.ForReading)] T>()
    {
        if (Nothing.Is<T>() == _head.HasArgument)
            throw new QuicRpcException(QuicRpcErrorCode.WrongKind, $"Function {RpcErrors.Name(_head.Function)} {(_head.HasArgument ? "takes no argument and got one" : "takes an argument and got none")}.");
        return Nothing.Is<T>() ? default! : Values.Read<T>(_from.Serializer, _head.Argument);
    }

    /// <summary>The stream of arguments of the call.</summary>
    public async IAsyncEnumerable<T> Items<[DynamicallyAccessedMembers(Kept.ForReading)] T>([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            // The other side may send nothing more: the call's own end ends the waiting.
            if (await ReadAsync(_cancellation.Token) is not { } frame) yield break;
            if (frame.Type != FrameType.Item) throw RpcErrors.Protocol($"{frame.Type} within a stream of arguments");
            yield return Values.Read<T>(_from.Serializer, frame.Body);
        }
    }

    /// <summary>Writes the answer; it is sent when the call has ended.</summary>
    public void Answer<T>(T result)
    {
        _writer.Begin(Nothing.Is<T>() ? FrameType.Done : FrameType.Result);
        if (!Nothing.Is<T>()) _from.Serializer.Serialize(_writer, result);
        _writer.End();
    }

    /// <summary>Sends a stream of results.</summary>
    public async ValueTask AnswerAllAsync<T>(IAsyncEnumerable<T> results)
    {
        await ItemPump.SendAsync(_stream, _writer, _from.Serializer, results, _cancellation.Token);
        Answer(default(Nothing));
    }

    /// <summary>Says that the stream is the application's from here on.</summary>
    public ValueTask AcceptRawAsync()
    {
        _isAccepted = true;
        _writer.Begin(FrameType.Accepted);
        _writer.End();
        return ItemPump.FlushAsync(_stream, _writer, _cancellation.Token);
    }

    /// <inheritdoc/>
    public override void EndIfSilent(long nowMilliseconds)
    {
        switch (_silence.Look(Volatile.Read(ref _frames), _reader.IsWaiting, _reader.IsInsideFrame, _gate, nowMilliseconds))
        {
            case Silence.TooSlow: _stream.Abort(QuicAbortDirection.Both, (long)StreamErrorCode.TooSlow); break;
            case Silence.Idle: Stop(); break;
        }
    }

    /// <inheritdoc/>
    public override void Stop()
    {
        // Answers that are still under way must arrive: the direction in which they travel ends by itself.
        if (_gate.Close()) _stream.Abort(QuicAbortDirection.Read, (long)StreamErrorCode.Refused);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stream.DisposeAsync();
        await Quietly.AwaitAsync(_sending);
        _cancellation.Dispose();
        _reader.Dispose();
        _writer.Dispose();
    }

    private async ValueTask HandleAllAsync()
    {
        do
        {
            if (await ReadCallAsync() is not { } frame) break;
            if (!_gate.TryEnter()) break;
            await _sending;
            _sending = default;
            if (frame.Type != FrameType.Call) throw RpcErrors.Protocol($"{frame.Type} where a call begins");
            _head = CallHead.Read(frame.Body);
            await HandleAsync();
        }
        while (_gate.TryLeave() && !_isLastCall);

        if (_gate.IsClosing && !_isLastCall && !_stream.WritesClosed.IsCompleted) await RefuseAsync();
    }

    // Null at the stream's end, and where the waiting for a call was ended.
    private async ValueTask<Frame?> ReadCallAsync()
    {
        try
        {
            return await ReadAsync(CancellationToken.None);
        }
        catch (QuicException) when (_gate.IsClosing)
        {
            return null;
        }
    }

    // Behind the answers to all calls that were taken: whatever came after them was not.
    private async ValueTask RefuseAsync()
    {
        await _sending;
        _stream.Abort(QuicAbortDirection.Read, (long)StreamErrorCode.Refused);
        _writer.Clear();
        _writer.Begin(FrameType.Refused);
        _writer.End();
        _sending = _stream.WriteAsync(_writer.Written, completeWrites: true);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask HandleAsync()
    {
        using var activity = RpcTelemetry.StartServing(_head.Function, _head.Metadata);
        _isLastCall = _head.Kind != CallKind.Unary;
        _cancellation.Start(_from.TimeoutOf(_head));
        _writer.Clear();
        try
        {
            await FindFunction().InvokeAsync(this);
        }
        catch (Exception e)
        {
            if (!_stream.WritesClosed.IsCompleted) Fail(e, activity.Value);
        }

        _cancellation.Stop();
        if (_writer.Written.Length > 0 && !_stream.WritesClosed.IsCompleted) _sending = _stream.WriteAsync(_writer.Written, completeWrites: _isLastCall);
    }

    private ServedFunction<TContext> FindFunction()
    {
        var function = _from.Functions[_head.Function] ?? throw RpcErrors.Unknown(_head.Function);
        return function.Kind == _head.Kind ? function : throw RpcErrors.WrongKind(_head.Function, _head.Kind, function.Kind);
    }

    private void Fail(Exception error, Activity? activity)
    {
        var answer = HandlerFailure.ToAnswer(error, _cancellation, _from.Options);
        activity?.SetStatus(ActivityStatusCode.Error, answer.Message);
        if (answer.Code == QuicRpcErrorCode.Internal) _from.Report(error);
        _writer.TakeBack();
        if (_isAccepted) _stream.Abort(QuicAbortDirection.Both, (long)StreamErrorCode.Failed);
        else ErrorBody.Write(_writer, answer);
    }

    private async ValueTask SendAsync(QuicRpcException error)
    {
        await _sending;
        _writer.Clear();
        ErrorBody.Write(_writer, error);
        _sending = _stream.WriteAsync(_writer.Written, completeWrites: true);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<Frame?> ReadAsync(CancellationToken cancellationToken)
    {
        var frame = await _reader.ReadAsync(cancellationToken);
        _frames++;
        return frame;
    }
}
