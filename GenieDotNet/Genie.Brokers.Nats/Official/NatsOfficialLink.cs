using Genie.Brokers.Links;
using Genie.Brokers.Nats.Wire.Protocol;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>One connection of the client, with its events as ours.</summary>
internal sealed class NatsOfficialLink : IAsyncDisposable
{
    private int _disposed;

    /// <param name="options">The server, for errors.</param>
    /// <param name="clientOptions">The same for the client.</param>
    /// <param name="failed">Told that the link was lost or something refused.</param>
    /// <param name="leaving">Told that the server is about to close.</param>
    public NatsOfficialLink(NatsOptions options, NatsOpts clientOptions, Action<BrokerException> failed, Action leaving)
    {
        Server = options.LinkTo(NatsDrivers.Broker, options.Address, tls: false);
        Client = new NatsConnection(clientOptions);
        Client.ConnectionDisconnected += (_, lost) =>
        {
            failed(new LinkLostException(NatsDrivers.Broker, lost.Message));
            return ValueTask.CompletedTask;
        };
        Client.LameDuckModeActivated += (_, _) =>
        {
            leaving();
            return ValueTask.CompletedTask;
        };
        Client.ServerError += (_, refused) =>
        {
            failed(NatsErrors.Read(System.Text.Encoding.UTF8.GetBytes(refused.Error.Trim('\''))).Error);
            return ValueTask.CompletedTask;
        };
    }

    /// <summary>The server and the times that it is given.</summary>
    public LinkOptions Server { get; }

    public NatsConnection Client { get; }

    public bool IsDisposed => Volatile.Read(ref _disposed) != 0;

    /// <summary>Connects, once.</summary>
    public async ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        try
        {
            await Client.ConnectAsync().AsTask().WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            throw NatsOfficialErrors.OfConnecting(error, Server);
        }
    }

    /// <summary>Completes when the server has worked through everything sent before.</summary>
    public async Task PingAsync(CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(IsDisposed, typeof(IBrokerConnection));
        try
        {
            await Client.PingAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            throw NatsOfficialErrors.OfCommand(error, IsDisposed, cancellationToken);
        }
    }

    /// <summary>Closes the link once the server has everything that was sent before, if that is soon: the client closes its socket first, and drops
    /// what it had not written.</summary>
    public async ValueTask CloseAsync()
    {
        try
        {
            using var limited = new CancellationTokenSource(Server.CloseTimeout);
            if (!IsDisposed && Client.ConnectionState == NatsConnectionState.Open) await PingAsync(limited.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is BrokerException or OperationCanceledException or ObjectDisposedException)
        {
            // The link is gone, and what was on its way with it.
        }

        await DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Closes the link at once.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) == 0) await Client.DisposeAsync().ConfigureAwait(false);
    }
}
