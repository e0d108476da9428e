namespace Genie.Brokers.Nats.Official;

/// <summary>One PING for all who need one: whoever comes while one is on its way shares the next.</summary>
internal sealed class SharedPing(Func<CancellationToken, Task> ping)
{
    private readonly Lock _lock = new();
    private Task _current = Task.CompletedTask;
    private Task? _next;

    /// <summary>Completes after a PING that was sent after this call.</summary>
    public Task WaitAsync(CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            _next ??= BeginAsync(_current);
            return _next.WaitAsync(cancellationToken);
        }
    }

    private async Task BeginAsync(Task before)
    {
        // Yields also where none is on its way: the caller's synchronous part ends first, and others that it completes join.
        await before.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ForceYielding);
        lock (_lock)
        {
            _current = _next!;
            _next = null;
        }

        await ping(CancellationToken.None).ConfigureAwait(false);
    }
}
