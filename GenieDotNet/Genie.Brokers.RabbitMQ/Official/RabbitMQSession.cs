using Genie.Brokers.Links;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>One connection of the library from its greeting to its end.</summary>
internal abstract class RabbitMQSession : ILinkSession
{
    private readonly TaskCompletionSource<Exception> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly RabbitMQEndpoint _endpoint;
    private readonly IConnection _connection;

    protected RabbitMQSession(RabbitMQEndpoint endpoint, IConnection connection)
    {
        _endpoint = endpoint;
        _connection = connection;
        connection.ConnectionShutdownAsync += OnShutdownAsync;
        if (connection.CloseReason is { } reason) End(RabbitMQErrors.Lost(endpoint, reason));
    }

    public Task<Exception> Ended => _ended.Task;

    /// <summary>Why it ended; null while it has not.</summary>
    protected Exception? Cause => _ended.Task.IsCompleted ? _ended.Task.Result : null;

    public async ValueTask CloseAsync(TimeSpan patience)
    {
        try
        {
            await DrainAsync().AsTask().WaitAsync(patience).ConfigureAwait(false);
        }
        catch (Exception error) when (error is BrokerException or TimeoutException)
        {
            // It ends either way; what could not be sent was never confirmed.
        }

        await DisposeAsync().ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        End(new LinkLostException(_endpoint.Link.Broker, "it was closed"));
        await RabbitMQErrors.CloseQuietlyAsync(_connection, _endpoint.Link.CloseTimeout).ConfigureAwait(false);
        await StopAsync().ConfigureAwait(false);
    }

    /// <summary>Waits until what was given to the library has reached the server.</summary>
    protected abstract ValueTask DrainAsync();

    /// <summary>Ends what the session itself keeps running; the connection is closed then.</summary>
    protected virtual ValueTask StopAsync() => ValueTask.CompletedTask;

    /// <summary>Ends the session; the first cause given stays. It becomes unusable with its AMQP channel: after an error the server
    /// closes the channel alone, and a new connection is the simplest way to a state that is known.</summary>
    protected void End(Exception cause) => _ended.TrySetResult(cause);

    /// <summary>An AMQP channel whose end is the session's.</summary>
    protected async ValueTask<IChannel> OpenChannelAsync(CreateChannelOptions options, CancellationToken cancellationToken)
    {
        var channel = await _connection.CreateChannelAsync(options, cancellationToken).ConfigureAwait(false);
        channel.ChannelShutdownAsync += OnShutdownAsync;
        return channel;
    }

    /// <summary>The contract's error for what the library threw.</summary>
    protected Exception Translate(Exception error) => Cause ?? RabbitMQErrors.Translate(_endpoint, error);

    private Task OnShutdownAsync(object sender, ShutdownEventArgs reason)
    {
        End(RabbitMQErrors.Lost(_endpoint, reason));
        return Task.CompletedTask;
    }
}
