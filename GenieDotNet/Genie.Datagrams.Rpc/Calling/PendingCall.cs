namespace Genie.Datagrams.Rpc.Calling;

/// <summary>A call without an answer. Whoever takes it out of <see cref="PendingCalls"/> ends it, and nobody else.</summary>
internal abstract class PendingCall
{
    /// <summary>Where it stands in the table; meaningful while it is there.</summary>
    public uint Id { get; set; }

    public long Deadline { get; set; }

    public TimeSpan Timeout { get; protected set; }

    public RpcMethod Method { get; protected set; } = null!;

    public RpcConnection Connection { get; protected set; } = null!;

    protected CancellationToken Token { get; set; }

    private protected CancellationTokenRegistration Registration { get; set; }

    /// <summary>Ends the call with what the message holds.</summary>
    public abstract void Complete(ReadOnlySpan<byte> result);

    /// <summary>Ends the call with an error.</summary>
    public abstract void Fail(Exception error);

    /// <summary>Ends the call as its caller wants it.</summary>
    public void Cancel() => Fail(new OperationCanceledException(Token));
}
