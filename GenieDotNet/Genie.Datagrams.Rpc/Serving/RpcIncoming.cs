using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Rpc;

/// <summary>A call that has arrived, as generated code works on it.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public ref struct RpcIncoming
{
    private readonly Serving.ServedCalls _served;
    private readonly ReadOnlySpan<byte> _arguments;
    private CancellationTokenSource? _cancellation;

    internal RpcIncoming(Serving.ServedCalls served, RpcMethod method, uint? request, ReadOnlySpan<byte> arguments)
    {
        (_served, Method, Request) = (served, method, request);
        _arguments = arguments;
    }

    /// <summary>Cancelled when the caller cancels, when its time is over, and when the connection ends.</summary>
    public CancellationToken Token => (_cancellation ??= new CancellationTokenSource()).Token;

    internal RpcMethod Method { get; }

    /// <summary>The request's number; null: nothing comes back.</summary>
    internal uint? Request { get; }

    /// <summary>True if the arguments were read.</summary>
    internal bool HasArguments { get; private set; }

    /// <summary>Reads the arguments.</summary>
    /// <typeparam name="TFormat">How they are written.</typeparam>
    /// <typeparam name="T">The arguments.</typeparam>
    /// <param name="arguments">The arguments.</param>
    /// <returns>False if they are not what the contract allows.</returns>
    public bool TryRead<TFormat, T>([MaybeNullWhen(false)] out T arguments) where TFormat : IRpcFormat<T>
    {
        var reader = new BitReader(_arguments);
        HasArguments = TFormat.TryRead(ref reader, out arguments) && reader.IsAtEnd;
        return HasArguments;
    }

    /// <summary>Takes over what a one-way method does.</summary>
    /// <param name="task">What it returned.</param>
    public readonly void Complete(ValueTask task)
    {
        if (task.IsCompletedSuccessfully) task.GetAwaiter().GetResult();
        else _served.Finish(task, Method);
    }

    /// <summary>Takes over a result, and answers with it.</summary>
    /// <typeparam name="TFormat">How it is written.</typeparam>
    /// <typeparam name="T">The result.</typeparam>
    /// <param name="task">What the method returned.</param>
    public readonly void Complete<TFormat, T>(ValueTask<T> task) where TFormat : IRpcFormat<T>
    {
        if (task.IsCompletedSuccessfully) _served.Answer<TFormat, T>(Method, Request ?? 0, task.Result);
        else _served.Finish<TFormat, T>(task, Method, Request ?? 0, _cancellation);
    }
}
