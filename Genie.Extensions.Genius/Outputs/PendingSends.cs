namespace Genie.Extensions.Genius.Outputs;

/// <summary>Sends that are under way, in their order. For one caller.</summary>
internal sealed class PendingSends(int max)
{
    private readonly Queue<Task> _sends = [];

    public void Add(Task send) => _sends.Enqueue(send);

    /// <summary>Waits for the oldest where there are as many as there may be; fails as it does, and again, until they are forgotten.</summary>
    public async ValueTask MakeRoomAsync(CancellationToken cancellationToken)
    {
        while (_sends.Count >= max) await SettleAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Waits for all; fails as the first that does, and again, until they are forgotten.</summary>
    public async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        while (_sends.Count > 0) await SettleAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Forgets them: what they were about is sent again.</summary>
    public void Clear()
    {
        foreach (var send in _sends) _ = ObserveAsync(send);
        _sends.Clear();
    }

    private async ValueTask SettleAsync(CancellationToken cancellationToken)
    {
        await _sends.Peek().WaitAsync(cancellationToken).ConfigureAwait(false);
        _ = _sends.Dequeue();
    }

    private static async Task ObserveAsync(Task send) => await send.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
}
