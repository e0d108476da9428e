using System.Globalization;
using System.Threading.Channels;
using Apache.NMS;
using Genie.Brokers.Links;
using NmsConnection = Apache.NMS.ActiveMQ.Connection;

namespace Genie.Brokers.ActiveMQ.Official;

/// <summary>
/// One connection of the official client with its session for sending. A JMS session belongs to one thread at a time: what
/// is to be done with it waits in a bounded queue for the one loop that does it.
/// </summary>
internal sealed class NmsSession : ILinkSession
{
    private static readonly TimeSpan CloseTimeout = TimeSpan.FromSeconds(5);

    // A server killed at the wrong moment can keep the library waiting for ever, on a thread of the library's own.
    private static readonly TimeSpan AbandonAfter = TimeSpan.FromSeconds(10);

    private readonly TaskCompletionSource<Exception> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Channel<Func<Task>> _work;
    private readonly NmsConnection _connection;
    private readonly Action<BrokerException> _refused;
    private Task _loop = Task.CompletedTask;
    private int _closed;

    private NmsSession(NmsConnection connection, int queued, Action<BrokerException> refused)
    {
        _connection = connection;
        _refused = refused;
        _work = Channel.CreateBounded<Func<Task>>(new BoundedChannelOptions(queued) { SingleReader = true });
        connection.ExceptionListener += OnException;
    }

    /// <summary>The server's name and version.</summary>
    public string Server { get; private set; } = "";

    /// <summary>To be used only by work given to <see cref="EnqueueAsync"/>, and while the session is being opened.</summary>
    public ISession Sending { get; private set; } = null!;

    /// <inheritdoc/>
    public Task<Exception> Ended => _ended.Task;

    /// <summary>Connects and logs in.</summary>
    /// <param name="options">How to log in.</param>
    /// <param name="server">The server.</param>
    /// <param name="queued">Work that may wait; callers wait beyond that.</param>
    /// <param name="prefetch">Messages that a consumer gets before it acknowledges earlier ones.</param>
    /// <param name="refused">Told what the server refused on its own account.</param>
    /// <param name="prepare">Makes producers and consumers; may block.</param>
    /// <param name="cancellationToken">Abandons the attempt; the library's own goes on and is closed when it ends.</param>
    public static async ValueTask<NmsSession> OpenAsync(
        ActiveMQOptions options, ServerAddress server, int queued, int prefetch, Action<BrokerException> refused, Action<NmsSession> prepare, CancellationToken cancellationToken)
    {
        // The library connects without a token and blocks its thread meanwhile, asynchronous methods or not: on the pool, some
        // dozens of connections would starve one another.
        var opening = Task.Factory.StartNew(
            () => LogIn(options, server, queued, prefetch, refused, prepare), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        try
        {
            return await opening.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            _ = opening.ContinueWith(
                static late => late.IsCompletedSuccessfully ? late.Result.DisposeAsync().AsTask() : Task.FromResult(late.Exception),
                CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
            throw;
        }
        catch (Exception error)
        {
            throw NmsErrors.TranslateOpening(error, server.Host, server.Port);
        }
    }

    /// <summary>A destination as the library's.</summary>
    public static IDestination Find(ISession session, ActiveMQDestination destination) =>
        destination.IsTopic ? session.GetTopic(destination.Name) : session.GetQueue(destination.Name);

    /// <summary>A further session, for consumers.</summary>
    public ISession CreateSession(AcknowledgementMode mode) => _connection.CreateSession(mode);

    /// <summary>Has the loop do something with the session; waits for room in the queue. The work must not throw.</summary>
    /// <exception cref="BrokerException">The session has ended.</exception>
    public async ValueTask EnqueueAsync(Func<Task> work, CancellationToken cancellationToken)
    {
        try
        {
            await _work.Writer.WriteAsync(work, cancellationToken).ConfigureAwait(false);
        }
        catch (ChannelClosedException)
        {
            throw await Ended.ConfigureAwait(false);
        }
    }

    /// <summary>Has the loop do something and waits for it.</summary>
    public async Task DoAsync(Func<Task> work, CancellationToken cancellationToken)
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await EnqueueAsync(
            async () =>
            {
                try
                {
                    await work().ConfigureAwait(false);
                    done.TrySetResult();
                }
                catch (Exception error)
                {
                    done.TrySetException(NmsErrors.Translate(error));
                }
            },
            cancellationToken).ConfigureAwait(false);
        await Task.WhenAny(done.Task, Ended).WaitAsync(cancellationToken).ConfigureAwait(false);
        if (!done.Task.IsCompleted) throw await Ended.ConfigureAwait(false);
        await done.Task.ConfigureAwait(false);
    }

    /// <summary>Completes when the server has worked through everything sent before: it is asked for something that it answers.</summary>
    public Task FlushAsync(CancellationToken cancellationToken) => DoAsync(AskAsync, cancellationToken);

    /// <summary>Deletes a queue that nobody uses. The library does not wait for the server's answer, so another is waited for.</summary>
    public Task DeleteAsync(string queue, CancellationToken cancellationToken) => DoAsync(
        async () =>
        {
            _connection.DeleteDestination(await Sending.GetQueueAsync(queue).ConfigureAwait(false));
            await AskAsync().ConfigureAwait(false);
        },
        cancellationToken);

    /// <summary>Throws if the connection is gone: after that the library takes messages without an error and sends them nowhere.</summary>
    public void ThrowIfEnded()
    {
        if (_connection.TransportFailed) End(new LinkLostException(ActiveMQDrivers.Broker, "its transport failed"));
        if (_ended.Task.IsCompleted) throw _ended.Task.Result;
    }

    /// <inheritdoc/>
    public async ValueTask CloseAsync(TimeSpan timeout)
    {
        _work.Writer.TryComplete();
        await Task.WhenAny(_loop, Ended, Task.Delay(timeout)).ConfigureAwait(false);
        await DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _closed, 1) != 0) return;
        End(new LinkLostException(ActiveMQDrivers.Broker, "it was closed"));
        _connection.ExceptionListener -= OnException;
        await Task.WhenAny(CloseAndDrainAsync(), Task.Delay(AbandonAfter)).ConfigureAwait(false);
    }

    private async Task CloseAndDrainAsync()
    {
        try
        {
            // Closing asks the server for leave, without a bound of its own.
            _connection.RequestTimeout = CloseTimeout;
            await Task.Run(_connection.Close).ConfigureAwait(false);
        }
        catch (NMSException)
        {
            // It had failed before.
        }

        await _loop.ConfigureAwait(false);
    }

    private static NmsSession LogIn(
        ActiveMQOptions options, ServerAddress server, int queued, int prefetch, Action<BrokerException> refused, Action<NmsSession> prepare)
    {
        var (user, password) = options.CredentialsFor(options.OpenWireAddress);
        var connection = (NmsConnection)new Apache.NMS.ActiveMQ.ConnectionFactory(NmsUri.Of(options, server)).CreateConnection(user, password);
        var session = new NmsSession(connection, queued, refused);
        try
        {
            connection.PrefetchPolicy.QueuePrefetch = prefetch;
            connection.PrefetchPolicy.TopicPrefetch = prefetch;

            // Bounds the login; later every send with such a bound would await the server.
            var unbounded = connection.RequestTimeout;
            connection.RequestTimeout = options.ConnectTimeout;
            connection.Start();
            connection.RequestTimeout = unbounded;
            session.Sending = connection.CreateSession(AcknowledgementMode.AutoAcknowledge);
            session.Server = ServerOf(connection);
            prepare(session);
            session._loop = Task.Run(session.LoopAsync);
            return session;
        }
        catch
        {
            session.DisposeAsync().AsTask().GetAwaiter().GetResult();
            throw;
        }
    }

    private static string ServerOf(NmsConnection connection)
    {
        var said = connection.BrokerWireFormat?.Properties;
        var name = said?.Contains("ProviderName") == true ? said.GetString("ProviderName") : "ActiveMQ";
        var version = said?.Contains("ProviderVersion") == true
            ? said.GetString("ProviderVersion")
            : string.Create(CultureInfo.InvariantCulture, $"(OpenWire {connection.BrokerWireFormat?.Version ?? connection.ProtocolVersion})");
        return OpenWireServer.Describe(name, version, connection.BrokerInfo?.BrokerId?.Value);
    }

    private async Task AskAsync() => await (await Sending.CreateProducerAsync().ConfigureAwait(false)).CloseAsync().ConfigureAwait(false);

    private async Task LoopAsync()
    {
        await foreach (var work in _work.Reader.ReadAllAsync().ConfigureAwait(false))
        {
            await work().ConfigureAwait(false);
        }
    }

    private void OnException(Exception error)
    {
        if (NmsErrors.IsServers(error)) _refused(NmsErrors.Translate(error));
        else End(NmsErrors.Translate(error));
    }

    private void End(Exception error)
    {
        if (_ended.TrySetResult(error)) _work.Writer.TryComplete();
    }
}
