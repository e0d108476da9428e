namespace Genie.Brokers.InMemory.Tests;

/// <summary>See <see cref="MisbehavingDriver"/>.</summary>
internal sealed class MisbehavingConnection(IBrokerConnection inner, Misbehaviour misbehaviour) : IBrokerConnection
{
    private const int WastedBytes = 4096;
    private const int ForgottenSend = 100;

    private byte[] _waste = [];
    private Reply? _kept;
    private int _disposed;
    private int _requests;
    private int _sends;

    public long LateReplies => inner.LateReplies;

    public int WastedBytesNow => _waste.Length;

    public async ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (misbehaviour == Misbehaviour.Allocates) _waste = new byte[WastedBytes];

        // As a driver does that looks for room, finds none, and is not told when there is some.
        if (misbehaviour == Misbehaviour.ForgetsWaiters && Interlocked.Increment(ref _sends) == ForgottenSend) await Task.Delay(Timeout.Infinite, cancellationToken);
        await inner.SendAsync(message, cancellationToken);
    }

    public async ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (misbehaviour == Misbehaviour.Allocates) _waste = new byte[WastedBytes];
        if (misbehaviour == Misbehaviour.IgnoresCancellation) cancellationToken = CancellationToken.None;
        var reply = await inner.RequestAsync(message, cancellationToken);
        if (misbehaviour != Misbehaviour.SwapsAnswers || Interlocked.Increment(ref _requests) % 1000 != 0) return reply;

        // The thousandth answer goes to the caller after next, as a driver does that matches answers by their order.
        var earlier = _kept;
        _kept = reply;
        return earlier ?? Reply.Copy(reply.Payload.Span[..8]);
    }

    public ValueTask FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    public ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0 && misbehaviour == Misbehaviour.ThrowsOnSecondDispose)
            throw new InvalidOperationException("disposed twice");
        return inner.DisposeAsync();
    }
}
