namespace Genie.Brokers.Links;

/// <summary>
/// Knows whether messages that a link took without a confirmation may be lost: those sent since the last flush when the link ended. The next flush
/// says so, since no other call can. Safe for concurrent callers; costs a message two reads.
/// </summary>
/// <param name="broker">The broker's name, for the error.</param>
public sealed class UnflushedSends(string broker)
{
    private int _isAny;
    private Exception? _cause;

    /// <summary>A message was handed to a client that keeps its link alive by itself.</summary>
    public void Add()
    {
        if (Volatile.Read(ref _isAny) == 0) Volatile.Write(ref _isAny, 1);
    }

    /// <summary>A message was handed to a session.</summary>
    /// <param name="ended">Completes with the cause when that session has ended.</param>
    public void Add(Task<Exception> ended)
    {
        Add();

        // It may have ended before the message was noted: then nobody else tells of it.
        if (ended.IsCompletedSuccessfully) Lose(ended.Result);
    }

    /// <summary>The session ended.</summary>
    public void Lose(Exception cause)
    {
        if (Interlocked.Exchange(ref _isAny, 0) != 0) Interlocked.CompareExchange(ref _cause, cause, null);
    }

    /// <summary>Awaits the protocol's flush of the session that is there now.</summary>
    /// <exception cref="LinkLostException">A link ended since the last flush, with messages that may be lost. Told once.</exception>
    public async ValueTask FlushAsync(Func<CancellationToken, ValueTask> flush, CancellationToken cancellationToken)
    {
        if (Interlocked.Exchange(ref _cause, null) is { } cause) throw new LinkLostException(broker, $"messages sent since the last flush may be lost ({cause.Message.TrimEnd('.')})", cause);
        var isAny = Interlocked.Exchange(ref _isAny, 0);
        try
        {
            await flush(cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            Interlocked.Or(ref _isAny, isAny);
            throw;
        }
    }
}
