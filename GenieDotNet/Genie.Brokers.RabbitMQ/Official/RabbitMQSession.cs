using Genie.Brokers.Links;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>
/// One connection of the library from its greeting to its end. It becomes unusable with its AMQP channel: after an error the server
/// closes the channel alone, and a new connection is the simplest way to a state that is known.
/// </summary>
internal abstract class RabbitMQSession : ClientSession
{
    private readonly RabbitMQEndpoint _endpoint;
    private readonly IConnection _connection;

    protected RabbitMQSession(RabbitMQEndpoint endpoint, IConnection connection)
        : base(endpoint.Link.Broker)
    {
        _endpoint = endpoint;
        _connection = connection;
        connection.ConnectionShutdownAsync += OnShutdownAsync;
        connection.ConnectionBlockedAsync += OnBlockedAsync;
        connection.ConnectionUnblockedAsync += OnUnblockedAsync;
        if (connection.CloseReason is { } reason) End(RabbitMQErrors.Lost(endpoint, reason));
    }

    /// <summary>Why the server takes no messages at present; null if it does.</summary>
    public string? BlockedBy { get; private set; }

    /// <summary>The connection, for further AMQP channels whose end is not the session's.</summary>
    protected IConnection Connection => _connection;

    /// <summary>For the server to answer, and for the library to end what it runs.</summary>
    protected virtual TimeSpan CloseTimeout => _endpoint.Link.CloseTimeout;

    protected override ValueTask DisconnectAsync() => RabbitMQErrors.CloseQuietlyAsync(_connection, CloseTimeout);

    /// <summary>An AMQP channel whose end is the session's.</summary>
    protected async ValueTask<IChannel> OpenChannelAsync(CreateChannelOptions options, CancellationToken cancellationToken)
    {
        var channel = await _connection.CreateChannelAsync(options, cancellationToken).ConfigureAwait(false);
        channel.ChannelShutdownAsync += OnShutdownAsync;
        channel.CallbackExceptionAsync += OnCallbackExceptionAsync;
        return channel;
    }

    /// <summary>The contract's error for what the library threw.</summary>
    protected Exception Translate(Exception error) => Cause ?? RabbitMQErrors.Translate(_endpoint, error);

    // An alarm of memory or disk (connection.blocked): it reads nothing from those who publish until that is over.
    private Task OnBlockedAsync(object sender, ConnectionBlockedEventArgs blocked)
    {
        BlockedBy = blocked.Reason;
        return Task.CompletedTask;
    }

    private Task OnUnblockedAsync(object sender, AsyncEventArgs unblocked)
    {
        BlockedBy = null;
        return Task.CompletedTask;
    }

    // What a consumer of ours throws. The library goes on without a word, and the message would stay with this session, unacknowledged.
    private Task OnCallbackExceptionAsync(object sender, CallbackExceptionEventArgs failure)
    {
        End(Translate(failure.Exception));
        return Task.CompletedTask;
    }

    private Task OnShutdownAsync(object sender, ShutdownEventArgs reason)
    {
        End(RabbitMQErrors.Lost(_endpoint, reason));
        return Task.CompletedTask;
    }
}
