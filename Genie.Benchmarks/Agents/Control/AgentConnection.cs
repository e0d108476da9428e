using Genie.Benchmarks.Agents.Clocks;
using Genie.Benchmarks.Agents.Identity;
using Genie.Benchmarks.Agents.Links;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Agents.Control;

/// <summary>The control link to an agent, open as long as it is used. Asks for the time every second, so that each side knows that the other is there. Safe for concurrent callers.</summary>
internal sealed class AgentConnection : IAsyncDisposable
{
    private const int ClockExchanges = 48;
    private static readonly TimeSpan Pulse = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan ProbeTime = TimeSpan.FromMilliseconds(400);

    private readonly AgentIdentity _identity;
    private readonly LineStream _link;
    private readonly SemaphoreSlim _turn = new(1);
    private readonly CancellationTokenSource _closing = new();
    private readonly TaskCompletionSource<string> _lost = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly string _session;
    private readonly Task _pulse;
    private bool _isDisposed;

    private AgentConnection(Peer peer, AgentIdentity identity, LineStream link, AgentReply opened)
    {
        (Peer, _identity, _link, _session) = (peer, identity, link, opened.Session);
        Payloads = new PayloadSender(this);
        Machine = opened.Machine ?? new MachineFacts();
        _pulse = BeatAsync();
    }

    /// <summary>Which agent.</summary>
    public Peer Peer { get; }

    /// <summary>Its machine.</summary>
    public MachineFacts Machine { get; }

    /// <summary>Gives it the user's payloads.</summary>
    public PayloadSender Payloads { get; }

    /// <summary>Bytes a second that the way from here to it carries, as <see cref="ProbeAsync"/> found.</summary>
    public double ToAgentPerSecond { get; private set; }

    /// <summary>The same from it to here.</summary>
    public double FromAgentPerSecond { get; private set; }

    /// <summary>Completes when it is lost, with why.</summary>
    public Task<string> Lost => _lost.Task;

    /// <summary>Connects, and takes the agent for us.</summary>
    /// <exception cref="AgentException">It cannot be reached, or refuses.</exception>
    public static async Task<AgentConnection> OpenAsync(Peer peer, AgentIdentity identity, CancellationToken cancellationToken)
    {
        var link = await AgentLink.ConnectAsync(peer, identity, cancellationToken).ConfigureAwait(false);
        try
        {
            var opened = await AgentLink.AskAsync(peer.Name, link, new AgentRequest { Verb = AgentVerb.Open, Tool = ToolVersion.Own }, cancellationToken).ConfigureAwait(false);
            return new AgentConnection(peer, identity, link, opened);
        }
        catch (Exception error)
        {
            await link.DisposeAsync().ConfigureAwait(false);
            if (error is IOException) throw new AgentException($"Agent '{peer.Name}' at {peer.Address} closed the link: {error.Message}", isTransient: true, error);
            throw;
        }
    }

    /// <summary>Asks something.</summary>
    /// <exception cref="AgentException">It refused, or is lost.</exception>
    public Task<AgentReply> AskAsync(AgentRequest request, CancellationToken cancellationToken) =>
        TakeTurnAsync(stop => AgentLink.AskAsync(Peer.Name, _link, request, stop), cancellationToken);

    /// <summary>How far its clocks are ahead of ours.</summary>
    /// <exception cref="AgentException">It is lost.</exception>
    public async Task<ClockEstimate> ReadClockAsync(CancellationToken cancellationToken)
    {
        List<ClockExchange> exchanges = [];
        for (var i = 0; i < ClockExchanges; i++) exchanges.Add(await TakeTurnAsync(ExchangeAsync, cancellationToken).ConfigureAwait(false));
        return ClockEstimate.Of(exchanges);
    }

    /// <summary>What its machine has done by now.</summary>
    /// <exception cref="AgentException">It is lost.</exception>
    public async Task<UsageReading> ReadUsageAsync(CancellationToken cancellationToken) =>
        (await AskAsync(new AgentRequest { Verb = AgentVerb.Usage }, cancellationToken).ConfigureAwait(false)).Usage ?? new UsageReading();

    /// <summary>Measures, for less than a second, what the way to it and back carries.</summary>
    /// <exception cref="AgentException">It is lost.</exception>
    public async Task ProbeAsync(CancellationToken cancellationToken)
    {
        FromAgentPerSecond = await TakeTurnAsync(TakeFloodAsync, cancellationToken).ConfigureAwait(false);
        ToAgentPerSecond = await TakeTurnAsync(SendFloodAsync, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Starts a process there.</summary>
    /// <exception cref="AgentException">It could not.</exception>
    public async Task<IControlledProcess> StartAsync(AgentRole role, CancellationToken cancellationToken)
    {
        var link = await AgentLink.ConnectAsync(Peer, _identity, cancellationToken).ConfigureAwait(false);
        try
        {
            var id = $"{Guid.NewGuid():N}";
            await AgentLink.AskAsync(Peer.Name, link, new AgentRequest { Verb = AgentVerb.Start, Session = _session, Process = id, Role = role }, cancellationToken).ConfigureAwait(false);
            return new AgentProcess(this, id, link);
        }
        catch (Exception error)
        {
            await link.DisposeAsync().ConfigureAwait(false);
            if (error is IOException) throw new AgentException($"Agent '{Peer.Name}' at {Peer.Address} closed the link: {error.Message}", isTransient: true, error);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, true)) return;
        await _closing.CancelAsync().ConfigureAwait(false);
        await _pulse.ConfigureAwait(false);
        await _link.DisposeAsync().ConfigureAwait(false);
        _closing.Dispose();
        _turn.Dispose();
    }

    private async Task<ClockExchange> ExchangeAsync(CancellationToken stop)
    {
        var asked = ClockReading.Now();
        var reply = await AgentLink.AskAsync(Peer.Name, _link, new AgentRequest { Verb = AgentVerb.Clock }, stop).ConfigureAwait(false);
        return new ClockExchange(asked, reply.Received, reply.Sent, ClockReading.Now());
    }

    private async Task<double> TakeFloodAsync(CancellationToken stop)
    {
        await _link.SendAsync(new AgentRequest { Verb = AgentVerb.Send, Milliseconds = (int)ProbeTime.TotalMilliseconds }, AgentJsonContext.Default.AgentRequest, stop).ConfigureAwait(false);
        var (bytes, seconds) = await ByteFlood.TakeAsync(_link, stop).ConfigureAwait(false);
        await AgentLink.ReceiveAsync(Peer.Name, _link, stop).ConfigureAwait(false);
        return seconds > 0 ? bytes / seconds : 0;
    }

    private async Task<double> SendFloodAsync(CancellationToken stop)
    {
        await _link.SendAsync(new AgentRequest { Verb = AgentVerb.Take }, AgentJsonContext.Default.AgentRequest, stop).ConfigureAwait(false);
        await ByteFlood.SendAsync(_link, ProbeTime, stop).ConfigureAwait(false);
        var reply = await AgentLink.ReceiveAsync(Peer.Name, _link, stop).ConfigureAwait(false);
        return reply.Seconds > 0 ? reply.Bytes / reply.Seconds : 0;
    }

    private async Task BeatAsync()
    {
        try
        {
            while (true)
            {
                await Task.Delay(Pulse, _closing.Token).ConfigureAwait(false);
                await TakeTurnAsync(ExchangeAsync, _closing.Token).ConfigureAwait(false);
            }
        }
        catch (Exception error) when (error is OperationCanceledException or AgentException)
        {
            // Closed by us, or lost, which it has told.
        }
    }

    // An exchange is never abandoned half-way: its answer would be taken for the next one's. Who is cancelled loses the link.
    private async Task<T> TakeTurnAsync<T>(Func<CancellationToken, Task<T>> exchange, CancellationToken cancellationToken)
    {
        if (_lost.Task.IsCompleted) throw new AgentException(await _lost.Task.ConfigureAwait(false), isTransient: false);
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(_closing.Token);
        timeout.CancelAfter(AnswerTimeout);
        try
        {
            return await exchange(timeout.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is IOException or ObjectDisposedException || (error is OperationCanceledException && !_closing.IsCancellationRequested))
        {
            var why = error is OperationCanceledException ? $"it has not answered for {AnswerTimeout.TotalSeconds:0} s" : error.Message;
            _lost.TrySetResult($"Agent '{Peer.Name}' at {Peer.Address} is lost: {why} What it ran for this measurement ends by itself.");
            throw new AgentException(await _lost.Task.ConfigureAwait(false), isTransient: false, error);
        }
        finally
        {
            _turn.Release();
        }
    }
}
