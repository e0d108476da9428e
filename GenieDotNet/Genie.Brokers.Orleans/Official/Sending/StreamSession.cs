using Genie.Brokers.Links;
using Genie.Brokers.Orleans.Official.Streams;

namespace Genie.Brokers.Orleans.Official.Sending;

/// <summary>A connection's way to its grain, until the process's link to the cluster is lost.</summary>
internal sealed class StreamSession : ClientSession
{
    private readonly UnansweredSends _sends;

    private StreamSession(IStreamGrain grain, int maxInFlight, Task lost)
        : base(OrleansDrivers.Name)
    {
        Grain = grain;
        _sends = new UnansweredSends(maxInFlight);
        _ = WatchAsync(lost);
    }

    /// <summary>The grain.</summary>
    public IStreamGrain Grain { get; }

    /// <summary>Connects, if the process is not connected, and activates the grain.</summary>
    /// <param name="endpoint">The cluster.</param>
    /// <param name="client">The process's client of it.</param>
    /// <param name="key">The grain's key.</param>
    /// <param name="maxInFlight">Messages whose answer nobody awaits, and which may be under way at once.</param>
    /// <param name="cancellationToken">Abandons the attempt.</param>
    /// <exception cref="BrokerException">No silo answers.</exception>
    public static async ValueTask<StreamSession> OpenAsync(OrleansEndpoint endpoint, ClusterClient client, string key, int maxInFlight, CancellationToken cancellationToken)
    {
        var open = await client.GetAsync(cancellationToken).ConfigureAwait(false);
        var session = new StreamSession(open.Grains.GetGrain<IStreamGrain>(key), maxInFlight, open.Lost);
        try
        {
            await session.UntilAsync(session.Grain.ActivateAsync().AsTask(), cancellationToken).ConfigureAwait(false);
            return session;
        }
        catch (Exception error)
        {
            await session.DisposeAsync().ConfigureAwait(false);
            if (error is OperationCanceledException) throw;
            throw OrleansErrors.Translate(error);
        }
    }

    /// <summary>Sends a message whose answer nobody awaits, once there is room for one.</summary>
    /// <exception cref="BrokerException">The link was lost before.</exception>
    public ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (!_sends.TryTakeRoom()) return WaitThenSendAsync(message, cancellationToken);
        Begin(message);
        return ValueTask.CompletedTask;
    }

    /// <summary>Completes when listeners have taken what was sent before.</summary>
    /// <exception cref="BrokerException">The link was lost.</exception>
    public ValueTask FlushAsync(CancellationToken cancellationToken) => UntilAsync(_sends.AnsweredAsync(), cancellationToken);

    protected override ValueTask DrainAsync() => FlushAsync(CancellationToken.None);

    // The link is the process's.
    protected override ValueTask DisconnectAsync() => ValueTask.CompletedTask;

    private async ValueTask WaitThenSendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        // The token ends the wait for room alone: so none is taken that nobody uses.
        await UntilAsync(_sends.TakeRoomAsync(cancellationToken), CancellationToken.None).ConfigureAwait(false);
        Begin(message);
    }

    private void Begin(ReadOnlyMemory<byte> message) => _sends.Begin(Grain.SendAsync(StreamMessage.CopyOf(message)));

    private async Task WatchAsync(Task lost)
    {
        await Task.WhenAny(lost, Ended).ConfigureAwait(false);
        End(new LinkLostException(OrleansDrivers.Name, "no silo of the cluster can be reached"));
    }

    // What a lost client was asked ends only much later.
    private async ValueTask UntilAsync(Task task, CancellationToken cancellationToken)
    {
        await Task.WhenAny(task, Ended).WaitAsync(cancellationToken).ConfigureAwait(false);
        if (!task.IsCompleted) throw BrokerException.ForAnother(Cause!);
        await task.ConfigureAwait(false);
    }
}
