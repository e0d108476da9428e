using System.Collections.Concurrent;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Drivers;

/// <summary>
/// The part of a broker that is the same for every system: it refuses confirmation levels that the system lacks and calls
/// after its end, keeps what it opened, and closes that when it is disposed.
/// </summary>
public abstract class DriverBroker : IBroker
{
    private static readonly TimeSpan FailedCloseTime = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan LeaveTimeout = TimeSpan.FromSeconds(5);

    private readonly ConcurrentDictionary<IAsyncDisposable, byte> _open = new();

    // What could not be opened in time and is not closed yet.
    private readonly ConcurrentDictionary<Task, byte> _leaving = new();
    private readonly Lazy<Task> _disposal;
    private int _disposed;

    /// <summary>Creates a broker that has opened nothing.</summary>
    protected DriverBroker() => _disposal = new Lazy<Task>(CloseAllAsync);

    /// <inheritdoc/>
    public abstract BrokerTraits Traits { get; }

    /// <inheritdoc/>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        ThrowIfDisposed();
        ChannelName.Check(channel);
        cancellationToken.ThrowIfCancellationRequested();
        var known = Traits.Confirmations;
        if (options.NativeHeaders) NativeHeadersNotSupportedException.ThrowIfLacking(Traits);
        if (options.Delivery == Delivery.Broadcast)
        {
            BroadcastNotSupportedException.ThrowIfLacking(Traits);
            known = Traits.BroadcastConfirmations;
            options = options with { Confirmation = options.Confirmation ?? known[0] };
        }

        if (options.Confirmation is { } asked && !known.Contains(asked)) throw new ConfirmationNotSupportedException(Traits.Broker, asked, known);
        var opening = OpenAsync(CreateConnectionAsync(ChannelName.AddressOf(channel, options.Delivery), options, cancellationToken), cancellationToken);
        return await Abandonment.WaitForOpenAsync(opening, KeepUntilGone, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        ThrowIfDisposed();
        ChannelName.Check(channel);
        cancellationToken.ThrowIfCancellationRequested();
        if (options.NativeHeaders) NativeHeadersNotSupportedException.ThrowIfLacking(Traits);
        if (options.Delivery == Delivery.Broadcast) BroadcastNotSupportedException.ThrowIfLacking(Traits);
        var opening = OpenAsync(CreateListenerAsync(ChannelName.AddressOf(channel, options.Delivery), options, handler, cancellationToken), cancellationToken);
        return await Abandonment.WaitForOpenAsync(opening, KeepUntilGone, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken)
    {
        ChannelName.Check(channel);
        cancellationToken.ThrowIfCancellationRequested();
        await Abandonment.WaitAsync(DeleteAsync(channel, cancellationToken), cancellationToken).ConfigureAwait(false);
        if (Traits.BroadcastConfirmations.Count > 0)
            await Abandonment.WaitAsync(DeleteBroadcastAsync(ChannelName.AddressOf(channel, Delivery.Broadcast), cancellationToken), cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return new ValueTask(_disposal.Value);
    }

    private async Task CloseAllAsync()
    {
        Volatile.Write(ref _disposed, 1);

        // Listeners last: they answer what connections still wait for.
        await CloseAsync(_open.Keys.Where(open => open is IBrokerConnection)).ConfigureAwait(false);
        await CloseAsync(_open.Keys).ConfigureAwait(false);
        await Task.WhenAny(Task.WhenAll(_leaving.Keys), Task.Delay(LeaveTimeout)).ConfigureAwait(false);
        await EndAsync().ConfigureAwait(false);
    }

    /// <summary>Makes a connection that is not open yet. The confirmation level is null or one of the traits'. For
    /// <see cref="Delivery.Broadcast"/> the channel is its name with <c>.broadcast</c> behind it, and the level is never null.</summary>
    protected abstract ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken);

    /// <summary>Makes a listener that is not open yet; the channel as for connections.</summary>
    protected abstract ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken);

    /// <summary>Removes what a channel left on the server; see <see cref="IBroker.DeleteChannelAsync"/>.</summary>
    protected virtual ValueTask DeleteAsync(string channel, CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>Removes what messages to every listener left on the server; the channel as for connections. Called where the traits have
    /// <see cref="BrokerTraits.BroadcastConfirmations"/>. Default: the same as <see cref="DeleteAsync"/>.</summary>
    protected virtual ValueTask DeleteBroadcastAsync(string channel, CancellationToken cancellationToken) => DeleteAsync(channel, cancellationToken);

    /// <summary>Closes what is left when everything that was opened is closed; called once.</summary>
    protected virtual ValueTask EndAsync() => ValueTask.CompletedTask;

    /// <summary>Refuses calls after the end.</summary>
    protected void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, this);

    // A resource that is being opened when the broker is disposed is disposed with it.
    private async Task<T> OpenAsync<T>(ValueTask<T> creating, CancellationToken cancellationToken)
        where T : IBrokerResource
    {
        var resource = await creating.ConfigureAwait(false);
        try
        {
            resource.Closed = Unregister;
            await resource.OpenAsync(cancellationToken).ConfigureAwait(false);
            _open[resource] = 0;
            ThrowIfDisposed();
            return resource;
        }
        catch
        {
            // Mostly done at once; one whose server says nothing more is closed behind the caller's back.
            var closing = Task.Run(() => resource.DisposeAsync().AsTask(), CancellationToken.None);
            await Task.WhenAny(closing, Task.Delay(FailedCloseTime, CancellationToken.None)).ConfigureAwait(false);
            if (!closing.IsCompletedSuccessfully) KeepUntilGone(closing);
            throw;
        }
    }

    private void KeepUntilGone(Task leaving)
    {
        _leaving[leaving] = 0;
        _ = leaving.ContinueWith(
            ended =>
            {
                _ = ended.Exception;
                _leaving.TryRemove(ended, out _);
            },
            CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
    }

    private void Unregister(IAsyncDisposable closed) => _open.TryRemove(closed, out _);

    private static Task CloseAsync(IEnumerable<IAsyncDisposable> resources) => Task.WhenAll(resources.Select(resource => resource.DisposeAsync().AsTask()));
}
