using System.Collections.Concurrent;

namespace Genie.Benchmarks.Load.Games.Transports.Grains;

/// <summary>All clients, as observers of one Orleans client. It calls them on threads of the pool; what they got waits here for the game's thread.</summary>
internal sealed class GrainClientPort(GameClients clients, IGrainFactory grains) : IGameClientPort, IDisposable
{
    // As many as an endpoint of Genie.Datagrams takes in a poll.
    private const int ArrivalsAPoll = 1_024;

    private readonly ConcurrentQueue<Arrival> _arrivals = new();
    private readonly AutoResetEvent _arrived = new(initialState: false);
    private long _messages;
    private int _isWaiting;

    /// <summary>Messages that observers were given.</summary>
    public long Messages => Interlocked.Read(ref _messages);

    /// <inheritdoc/>
    public void Connect()
    {
        var link = new GrainLink(this, grains, clients.Add());
        _ = JoinAsync(link);
    }

    /// <inheritdoc/>
    public int Poll()
    {
        var count = 0;
        for (; count < ArrivalsAPoll && _arrivals.TryDequeue(out var arrival); count++) Take(arrival);
        return count;
    }

    /// <summary>Orleans sends by itself.</summary>
    public void Flush()
    {
    }

    /// <inheritdoc/>
    public void Wait(TimeSpan atMost)
    {
        if (atMost <= TimeSpan.Zero) return;
        Interlocked.Exchange(ref _isWaiting, 1);
        if (_arrivals.IsEmpty) _arrived.WaitOne(GameTransports.WholeMilliseconds(atMost));
        Interlocked.Exchange(ref _isWaiting, 0);
    }

    /// <summary>Something came. Safe for any thread.</summary>
    public void Add(in Arrival arrival)
    {
        if (arrival.Kind == ArrivalKind.Message) Interlocked.Increment(ref _messages);
        _arrivals.Enqueue(arrival);
        if (Interlocked.Exchange(ref _isWaiting, 0) == 1) _arrived.Set();
    }

    /// <inheritdoc/>
    public void Dispose() => _arrived.Dispose();

    private async Task JoinAsync(GrainLink link)
    {
        try
        {
            await link.JoinAsync().ConfigureAwait(false);
            Add(new(ArrivalKind.Connected, link.Client, []));
        }
        catch (Exception error) when (error is OrleansException or TimeoutException or OperationCanceledException or InvalidOperationException)
        {
            Add(new(ArrivalKind.Ended, link.Client, []));
        }
    }

    private void Take(in Arrival arrival)
    {
        if (arrival.Kind == ArrivalKind.Message) clients.OnMessage(arrival.Client, arrival.Message);
        else if (arrival.Kind == ArrivalKind.Connected) clients.OnConnected();
        else clients.OnEnded();
    }

    /// <summary>What came for a client.</summary>
    internal readonly record struct Arrival(ArrivalKind Kind, GameClient Client, byte[] Message);

    /// <summary>What an arrival is.</summary>
    internal enum ArrivalKind
    {
        /// <summary>A message of its room.</summary>
        Message,

        /// <summary>It is in its room.</summary>
        Connected,

        /// <summary>It could not join.</summary>
        Ended,
    }
}
