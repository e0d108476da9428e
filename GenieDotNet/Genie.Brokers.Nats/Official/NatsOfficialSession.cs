using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>A link with one subscription on it, and who reads that.</summary>
internal sealed class NatsOfficialSession
{
    private readonly TaskCompletionSource _lost = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private BrokerException? _refused;
    private long _asked;
    private long _answered;

    /// <param name="options">The servers.</param>
    /// <param name="timeout">How long a command waits for a lost link.</param>
    /// <param name="prefetch">Messages that the subscription holds before the link is read no further.</param>
    /// <param name="learned">Servers that another session's has named, <c>host:port</c>.</param>
    /// <param name="failed">Told that the link was lost or something refused.</param>
    /// <param name="leaving">Told that the server is about to close.</param>
    public NatsOfficialSession(
        NatsOptions options, TimeSpan timeout, int prefetch, IReadOnlyList<string> learned, Action<NatsOfficialSession, BrokerException> failed, Action<NatsOfficialSession> leaving)
    {
        Link = new NatsOfficialLink(
            options,
            NatsOfficialOptions.Of(options, timeout, prefetch, learned),
            error =>
            {
                if (error is LinkLostException) _lost.TrySetResult();
                else if (error is BrokerPermissionException) Volatile.Write(ref _refused, error);
                failed(this, error);
            },
            () => leaving(this));
        Pings = new SharedPing(Link.PingAsync);
    }

    public NatsOfficialLink Link { get; }

    /// <summary>What stands before each answer's subject, on a connection.</summary>
    public string Inbox { get; init; } = "";

    /// <summary>For those who wait until the server has what they sent.</summary>
    public SharedPing Pings { get; }

    /// <summary>Completes when the link was lost for the first time.</summary>
    public Task Lost => _lost.Task;

    /// <summary>Null before it is open.</summary>
    public INatsSub<NatsMemoryOwner<byte>>? Subscription { get; private set; }

    /// <summary>Completes with the end of the subscription.</summary>
    public Task Reading { get; private set; } = Task.CompletedTask;

    /// <summary>Servers that its own has named.</summary>
    public IReadOnlyList<string> Learned => Link.Client.ServerInfo?.ClientConnectUrls ?? [];

    /// <summary>False once each question has its answer.</summary>
    public bool IsAsking => Volatile.Read(ref _answered) < Volatile.Read(ref _asked);

    /// <summary>Connects; the subscription is active on the server when it completes.</summary>
    /// <param name="subject">What to subscribe to.</param>
    /// <param name="group">The queue group, or null.</param>
    /// <param name="read">Reads the subscription to its end.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public async Task OpenAsync(string subject, string? group, Func<NatsOfficialSession, Task> read, CancellationToken cancellationToken)
    {
        // The client gives each step of an attempt, and each attempt, a time-out of its own.
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limited.CancelAfter(Link.Server.ConnectTimeout);
        var opening = OpenStepsAsync(subject, group, limited.Token);
        try
        {
            await opening.WaitAsync(limited.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException error) when (limited.IsCancellationRequested)
        {
            _ = opening.ContinueWith(static late => late.Exception, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
            cancellationToken.ThrowIfCancellationRequested();
            throw new BrokerUnreachableException(Link.Server.Broker, Link.Server.Host, Link.Server.Port, error);
        }

        Reading = Task.Run(() => read(this), CancellationToken.None);
    }

    private async Task OpenStepsAsync(string subject, string? group, CancellationToken cancellationToken)
    {
        await Link.ConnectAsync(cancellationToken).ConfigureAwait(false);
        Subscription = await Link.Client.SubscribeCoreAsync<NatsMemoryOwner<byte>>(subject, group, cancellationToken: cancellationToken).ConfigureAwait(false);
        await Link.PingAsync(cancellationToken).ConfigureAwait(false);
        if (Volatile.Read(ref _refused) is { } refused) throw refused;
    }

    /// <summary>A question was sent.</summary>
    public void CountQuestion() => Interlocked.Increment(ref _asked);

    /// <summary>An answer came.</summary>
    public void CountAnswer() => Interlocked.Increment(ref _answered);

    /// <summary>Throws, once, what the server refused since it was asked last.</summary>
    public void ThrowRefused()
    {
        if (Volatile.Read(ref _refused) is not null && Interlocked.Exchange(ref _refused, null) is { } refused) throw refused;
    }
}
