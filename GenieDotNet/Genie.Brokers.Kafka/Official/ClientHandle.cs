using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>
/// A client of librdkafka that is closed when no call is in it, and not called any more then. Whoever does either writes into
/// memory that was given back, and the managed client does not see to it (confluent-kafka-dotnet, issues 622 and 2055): every call of
/// ours goes through here. Safe for concurrent callers.
/// </summary>
/// <typeparam name="TClient">Producer, consumer or admin client.</typeparam>
internal sealed class ClientHandle<TClient> : IAsyncDisposable
    where TClient : class, IClient
{
    private readonly HandleGuard _guard = new();
    private readonly Lazy<TClient> _client;
    private readonly Lazy<Task> _closing;

    /// <summary>A client that there is.</summary>
    /// <param name="client">Used by nobody else.</param>
    /// <param name="leave">What precedes its end; may block.</param>
    public ClientHandle(TClient client, Action<TClient>? leave = null)
        : this(new Lazy<TClient>(client), leave)
    {
    }

    /// <summary>A client that the first call makes, if there is one.</summary>
    public ClientHandle(Func<TClient> create)
        : this(new Lazy<TClient>(create), leave: null)
    {
    }

    private ClientHandle(Lazy<TClient> client, Action<TClient>? leave)
    {
        _client = client;
        _closing = new(() => CloseAsync(leave));
    }

    /// <summary>Begins a call, which ends with the disposal of what it returns.</summary>
    /// <exception cref="ObjectDisposedException">It is being closed.</exception>
    public Call Enter() => TryEnter(out var call) ? call : throw new ObjectDisposedException(typeof(TClient).Name);

    /// <summary>As <see cref="Enter"/>; false if it is being closed.</summary>
    public bool TryEnter(out Call call)
    {
        call = default;
        if (!_guard.TryEnter()) return false;
        try
        {
            call = new Call(_guard, _client.Value);
            return true;
        }
        catch
        {
            _guard.Exit();
            throw;
        }
    }

    /// <summary>Lets no further call begin, waits for those under way, and closes the client. A call must not await this.</summary>
    public ValueTask DisposeAsync() => new(_closing.Value);

    private async Task CloseAsync(Action<TClient>? leave)
    {
        await _guard.CloseAsync().ConfigureAwait(false);
        if (!_client.IsValueCreated) return;
        await Task.Factory.StartNew(
            () =>
            {
                using var client = _client.Value;
                leave?.Invoke(client);
            },
            CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default).ConfigureAwait(false);
    }

    /// <summary>A call under way.</summary>
    internal readonly struct Call(HandleGuard guard, TClient client) : IDisposable
    {
        /// <summary>The client, until the call ends.</summary>
        public TClient Client => client;

        /// <summary>Ends the call.</summary>
        public void Dispose() => guard.Exit();
    }
}
