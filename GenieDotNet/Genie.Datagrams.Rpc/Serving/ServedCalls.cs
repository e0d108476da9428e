using Genie.Datagrams.Rpc.Wire;

namespace Genie.Datagrams.Rpc.Serving;

/// <summary>The services of one connection, and their calls. Calls come in on the endpoint's thread; those that do not end there go on elsewhere and answer from there.</summary>
internal sealed class ServedCalls(RpcConnection connection)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<uint, CancellationTokenSource?> _requests = [];
    private ServiceTable? _table;
    private object[] _services = [];
    private int _count;
    private bool _isEnded;

    public int Count => Volatile.Read(ref _count);

    /// <summary>Makes what serves this connection.</summary>
    public bool TryMake(ServiceTable table)
    {
        try
        {
            _services = [.. table.Services.Select(service => service.Make(connection))];
            _table = table;
            return true;
        }
        catch (Exception error)
        {
            connection.Report(null, error);
            return false;
        }
    }

    public void Receive(uint id, uint? request, ReadOnlySpan<byte> arguments)
    {
        if (_table is null || !_table.TryFind(id, out var entry) || entry.Method.IsOneWay != request is null)
        {
            // The answer to what is not known goes in the way that is always there.
            if (request is { } number) Refuse(UnknownMethod, number, RpcErrorCode.UnknownMethod);
            else connection.Refuse();
            return;
        }

        if (arguments.Length > connection.Options.MaxPayloadBytes) RefuseCall(entry.Method, request, RpcErrorCode.TooLarge);
        else if (Count >= connection.Options.MaxServedCalls) RefuseForRoom(entry.Method, request);
        else Invoke(entry, request, arguments);
    }

    /// <summary>The caller does not want an answer any more.</summary>
    public void Cancel(uint request)
    {
        CancellationTokenSource? source;
        lock (_gate) _requests.Remove(request, out source);
        Cancel(source);
    }

    /// <summary>The connection has ended.</summary>
    public void CancelAll()
    {
        CancellationTokenSource?[] sources;
        lock (_gate)
        {
            _isEnded = true;
            sources = [.. _requests.Values];
            _requests.Clear();
        }

        foreach (var source in sources) Cancel(source);
    }

    /// <summary>A one-way call goes on.</summary>
    public void Finish(ValueTask task, RpcMethod method)
    {
        Interlocked.Increment(ref _count);
        _ = AwaitAsync(task, method);
    }

    /// <summary>A request goes on, and is answered when it has ended.</summary>
    public void Finish<TFormat, T>(ValueTask<T> task, RpcMethod method, uint request, CancellationTokenSource? cancellation) where TFormat : IRpcFormat<T>
    {
        Interlocked.Increment(ref _count);
        bool isEnded;
        lock (_gate)
        {
            isEnded = _isEnded;
            if (!isEnded) _requests[request] = cancellation;
        }

        if (isEnded) Cancel(cancellation);
        _ = AwaitAsync<TFormat, T>(task, method, request);
    }

    public void Answer<TFormat, T>(RpcMethod method, uint request, in T result) where TFormat : IRpcFormat<T>
    {
        var head = RpcMessage.Head(stackalloc byte[RpcMessage.ShortHeadBytes], RpcMessage.Result, request);
        if (connection.TrySend<TFormat, T>(head, method, result, "a result") is not { } error || error.Code == RpcErrorCode.ConnectionEnded) return;
        connection.Report(method, error);
        if (error.Code != RpcErrorCode.QueueFull) Refuse(method, request, error.Code == RpcErrorCode.TooLarge ? RpcErrorCode.Failed : RpcErrorCode.InvalidPayload);
    }

    // What is not known has no mode of its own.
    private static readonly RpcMethod UnknownMethod = new("", 0, 0, DeliveryMode.ReliableUnordered, 0, isOneWay: false);

    private void Invoke(in ServiceTable.Entry entry, uint? request, ReadOnlySpan<byte> arguments)
    {
        var call = new RpcIncoming(this, entry.Method, request, arguments);
        try
        {
            entry.Service.Invoke(_services[entry.ServiceIndex], entry.MethodIndex, ref call);
        }
        catch (Exception error)
        {
            if (call.HasArguments) Fail(entry.Method, request, error);
            else connection.Report(entry.Method, error);
        }

        if (!call.HasArguments) RefuseCall(entry.Method, request, RpcErrorCode.InvalidPayload);
    }

    private async Task AwaitAsync(ValueTask task, RpcMethod method)
    {
        try
        {
            await task.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            Fail(method, null, error);
        }
        finally
        {
            Interlocked.Decrement(ref _count);
        }
    }

    private async Task AwaitAsync<TFormat, T>(ValueTask<T> task, RpcMethod method, uint request) where TFormat : IRpcFormat<T>
    {
        try
        {
            var result = await task.ConfigureAwait(false);
            if (End(request)) Answer<TFormat, T>(method, request, result);
        }
        catch (Exception error)
        {
            if (End(request)) Fail(method, request, error);
            else if (error is not OperationCanceledException) connection.Report(method, error);
        }
    }

    // False if nobody waits for the answer any more.
    private bool End(uint request)
    {
        Interlocked.Decrement(ref _count);
        lock (_gate) return _requests.Remove(request);
    }

    /// <summary>A service has thrown: the caller learns what the service meant it to learn.</summary>
    private void Fail(RpcMethod method, uint? request, Exception error)
    {
        connection.Report(method, error);
        if (request is not { } number) return;
        if (error is RpcException { IsRemote: false, Code: >= RpcErrorCode.FirstOfServices } meant) Refuse(method, number, meant.Code, meant.IsTransient, meant.Message);
        else Refuse(method, number, error is OperationCanceledException ? RpcErrorCode.Cancelled : RpcErrorCode.Failed);
    }

    private void RefuseForRoom(RpcMethod method, uint? request)
    {
        RefuseCall(method, request, RpcErrorCode.TooManyCalls);
        if (request is not null || method.Mode < DeliveryMode.ReliableUnordered) return;
        connection.Report(method, RpcErrors.Overloaded(method, connection.Options.MaxServedCalls));
        connection.Disconnect();
    }

    private void RefuseCall(RpcMethod method, uint? request, RpcErrorCode code)
    {
        if (request is { } number) Refuse(method, number, code, isTransient: code == RpcErrorCode.TooManyCalls);
        else connection.Refuse();
    }

    private void Refuse(RpcMethod method, uint request, RpcErrorCode code, bool isTransient = false, string text = "")
    {
        Span<byte> message = stackalloc byte[RpcMessage.ShortHeadBytes + ErrorBody.MaxBytes];
        RpcMessage.Head(message, RpcMessage.Error, request);
        var length = RpcMessage.ShortHeadBytes + ErrorBody.Write(message[RpcMessage.ShortHeadBytes..], code, isTransient, text);

        // Where the connection has ended nobody waits; where its queue is full the caller's time runs out.
        connection.TrySend(message[..length], method);
    }

    private void Cancel(CancellationTokenSource? source)
    {
        try
        {
            source?.Cancel();
        }
        catch (AggregateException error)
        {
            connection.Report(null, error);
        }
    }
}
