using System.Diagnostics;
using Genie.Brokers.Conformance.Tools;
using Genie.Faults;

namespace Genie.Brokers.Conformance.Laboratory;

/// <summary>A driver under load, on its server or through a proxy, with what a check does to it.</summary>
internal sealed class LabScene : IAsyncDisposable
{
    private static readonly TimeSpan OpenTimeout = TimeSpan.FromSeconds(150);
    private static readonly TimeSpan DisposeTimeout = TimeSpan.FromSeconds(45);

    private static readonly TimeSpan FirstPatience = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan AskAgainAfter = TimeSpan.FromMilliseconds(20);

    private readonly CancellationTokenSource _handlersWait = new();
    private readonly IBroker _broker;
    private readonly string _channel = ConformanceSubject.NewChannel();
    private LabLoad? _load;
    private TimeSpan _blocks;
    private int _blocked;
    private bool _keepsUp;
    private bool _isDisposed;

    private LabScene(ConformanceSubject subject, LabCheck check, TimeSpan duration, int seed)
    {
        (Subject, Check, Duration, Seed) = (subject, check, duration, seed);
        var port = check.Needs == LabNeed.Passwords ? subject.AnyPasswordPort : subject.ServerPort;
        if (port > 0) Proxy = TcpFaultProxy.Start(port, new FaultProxyOptions { Seed = seed });
        _broker = Proxy is null ? subject.CreateBroker() : (check.Needs == LabNeed.Passwords ? subject.WithWrongPassword! : subject.AtPort!)(Proxy.EndPoint.Port);
    }

    public ConformanceSubject Subject { get; }

    public LabCheck Check { get; }

    /// <summary>How long a fault lasts.</summary>
    public TimeSpan Duration { get; }

    public int Seed { get; }

    /// <summary>Null where the server is reached without.</summary>
    public TcpFaultProxy? Proxy { get; }

    /// <summary>What reached the handler.</summary>
    public Arrivals Arrivals { get; } = new();

    public LabLoad Load => _load!;

    public BrokerTraits Traits => _broker.Traits;

    /// <summary>The level that the sender's messages are confirmed at.</summary>
    public Confirmation Confirmation { get; private set; }

    /// <summary>Connections that the server was asked for.</summary>
    public long Connections => Proxy?.Counts.Connections ?? 0;

    /// <summary>Opens listener and connections, and starts the load.</summary>
    public static async Task<LabScene> OpenAsync(ConformanceSubject subject, LabCheck check, TimeSpan duration, int seed, CancellationToken cancellationToken)
    {
        var scene = new LabScene(subject, check, duration, seed);
        try
        {
            await scene.OpenAsync(cancellationToken).WaitAsync(OpenTimeout, cancellationToken).ConfigureAwait(false);
            return scene;
        }
        catch
        {
            await scene.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Handlers of the next two messages block their threads.</summary>
    public void BlockHandlers(TimeSpan time)
    {
        _blocks = time;
        Volatile.Write(ref _blocked, 2);
    }

    /// <summary>
    /// Handlers take no time any more: where the queue was to be full when the server went, and not after. A request that begins later is answered after all
    /// that the server kept and all that other callers sent before it, and how long handlers take for those is not the driver's recovery.
    /// </summary>
    public void LetHandlersKeepUp() => Volatile.Write(ref _keepsUp, true);

    /// <summary>Handlers wait for their token from now on.</summary>
    public Task HoldHandlersAsync() => _handlersWait.CancelAsync();

    /// <summary>Completes when the server takes a message from a client that is new to it: it may listen, load its data, and open this channel, long before.</summary>
    public async Task AwaitServerAsync(CancellationToken cancellationToken)
    {
        await using var broker = Subject.CreateBroker();
        for (var patience = FirstPatience; ; patience *= 2)
        {
            using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            limited.CancelAfter(patience);
            try
            {
                await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { Confirmation = Confirmation }, limited.Token).ConfigureAwait(false);
                await connection.SendAsync(Payloads.Numbered(1, 64), limited.Token).ConfigureAwait(false);
                await connection.FlushAsync(limited.Token).ConfigureAwait(false);
                return;
            }
            catch (UnroutableException)
            {
                // Its own word that no listener is back yet.
                return;
            }
            catch (Exception error) when (error is BrokerException || (error is OperationCanceledException && !cancellationToken.IsCancellationRequested))
            {
                await Task.Delay(AskAgainAfter, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Closes everything the driver opened.</summary>
    /// <returns>How long it took; null if it has not ended in time.</returns>
    public async Task<TimeSpan?> CloseAsync()
    {
        var watch = Stopwatch.StartNew();
        try
        {
            await _broker.DisposeAsync().AsTask().WaitAsync(DisposeTimeout).ConfigureAwait(false);
            return watch.Elapsed;
        }
        catch (TimeoutException)
        {
            return null;
        }
    }

    /// <summary>Removes what the channel left on the server.</summary>
    public async Task DeleteChannelAsync()
    {
        await using var broker = Subject.CreateBroker();
        await broker.DeleteChannelAsync(_channel, CancellationToken.None).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        if (_isDisposed) return;
        _isDisposed = true;
        await CloseAsync().ConfigureAwait(false);
        if (Proxy is not null) await Proxy.DisposeAsync().ConfigureAwait(false);
        if (_load is not null)
        {
            await _load.StopAsync().ConfigureAwait(false);
            _load.Dispose();
        }

        _handlersWait.Dispose();
    }

    private async Task OpenAsync(CancellationToken cancellationToken)
    {
        var callers = Check.Callers ?? new Random(Seed).Next(300, 1001);
        await _broker.ListenAsync(_channel, new ListenOptions { Concurrency = 2, StopTimeout = TimeSpan.FromSeconds(1) }, HandleAsync, cancellationToken).ConfigureAwait(false);
        var confirmations = _broker.Traits.Confirmations;
        Confirmation = confirmations.Contains(Confirmation.Accepted) ? Confirmation.Accepted : confirmations[0];
        var options = new ConnectionOptions { RequestTimeout = LabLoad.RequestTimeoutOf(Check), MaxInFlight = callers };
        var requester = await _broker.ConnectAsync(_channel, options, cancellationToken).ConfigureAwait(false);
        var sender = await _broker.ConnectAsync(_channel, options with { Confirmation = Confirmation }, cancellationToken).ConfigureAwait(false);
        await Recovery.ExpectAsync(requester, Subject, "before the weather turns bad", cancellationToken).ConfigureAwait(false);
        _load = new LabLoad(requester, sender, Check, callers, Seed);
        Load.Start();
        await Expect.EventuallyAsync(() => Load.Answered >= callers, Subject.Timeout, $"{callers} answers before the weather turns bad", () => $"{Load.Answered}", cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask HandleAsync(System.Buffers.ReadOnlySequence<byte> message, System.Buffers.IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        if (Volatile.Read(ref _blocked) > 0 && Interlocked.Decrement(ref _blocked) >= 0) Thread.Sleep(_blocks);
        if (_handlersWait.IsCancellationRequested) await Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken).ConfigureAwait(false);

        // Slow enough that the listener's queue is full where hundreds request.
        if (Check.Callers is null && !Volatile.Read(ref _keepsUp)) await Task.Delay(1, cancellationToken).ConfigureAwait(false);
        await Handlers.Noting(Arrivals)(message, reply, cancellationToken).ConfigureAwait(false);
    }
}
