using Genie.Brokers;

namespace GameLicenseExample.Tests.Playing;

/// <summary>A connection whose link breaks now and then, before or after a request has arrived, once the first request is answered.</summary>
internal sealed class UnsteadyConnection(IBrokerConnection inner, Func<bool> isBroken, Func<bool> arrives) : IBrokerConnection
{
    private bool _isUsed;

    public long LateReplies => inner.LateReplies;

    /// <summary>Holds a request up.</summary>
    public Func<Task> Hold { get; init; } = static () => Task.CompletedTask;

    /// <summary>Requests.</summary>
    public int Requests { get; private set; }

    /// <summary>Requests that were not answered.</summary>
    public int Lost { get; private set; }

    public async ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        var breaks = _isUsed && isBroken();
        _isUsed = true;
        Requests++;
        await Hold();
        if (!breaks) return await inner.RequestAsync(message, cancellationToken);
        Lost++;
        if (arrives()) (await inner.RequestAsync(message, cancellationToken)).Dispose();
        throw new LinkLostException("test", "the server was killed");
    }

    public ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => inner.SendAsync(message, cancellationToken);

    public ValueTask FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    public ValueTask DisposeAsync() => inner.DisposeAsync();
}
