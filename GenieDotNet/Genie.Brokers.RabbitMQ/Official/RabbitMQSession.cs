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
        if (connection.CloseReason is { } reason) End(RabbitMQErrors.Lost(endpoint, reason));
    }

    /// <summary>For the server to answer, and for the library to end what it runs.</summary>
    protected virtual TimeSpan CloseTimeout => _endpoint.Link.CloseTimeout;

    protected override ValueTask DisconnectAsync() => RabbitMQErrors.CloseQuietlyAsync(_connection, CloseTimeout);

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
