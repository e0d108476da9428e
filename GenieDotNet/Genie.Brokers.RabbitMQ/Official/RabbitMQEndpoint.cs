using System.Globalization;
using System.Text;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>The server as the options describe it: makes the library's connections and says what they promise.</summary>
internal sealed class RabbitMQEndpoint
{
    // The least the library is configured to take; a larger message-bytes raises it.
    private const uint LibraryBodyBytesMax = ConnectionFactory.DefaultMaxInboundMessageBodySize;

    private readonly ConnectionFactory _factory;
    private readonly AmqpTcpEndpoint[] _servers;
    private string _server = "";

    public RabbitMQEndpoint(RabbitMQOptions options)
    {
        Options = options;
        var url = options.Address;
        Link = options.LinkTo(RabbitMQDrivers.Broker, url, url.Tls);
        _factory = CreateFactory(url, options);
        _servers = [.. options.ServersOf(RabbitMQDrivers.Broker, url).Select(server => new AmqpTcpEndpoint(server.Host, server.Port, url.Tls ? CreateTls(server.Host, options) : new SslOption(), _factory.MaxInboundMessageBodySize))];
    }

    public RabbitMQOptions Options { get; }

    public LinkOptions Link { get; }

    /// <summary>Product and version as the server gave them; empty before the first connection.</summary>
    public string Server => Volatile.Read(ref _server);

    public IReadOnlyList<Confirmation> Confirmations => Options.Durable
        ? [Confirmation.Accepted, Confirmation.Persisted, Confirmation.Buffered]
        : [Confirmation.Accepted, Confirmation.Buffered];

    /// <summary>An answer adds the envelope's byte, and an answer of a message's size must fit too.</summary>
    public long MaxPayloadBytes => Options.MaxMessageBytes - ReplyEnvelope.HeaderBytes;

    public string Remarks => string.Create(
        CultureInfo.InvariantCulture,
        $"{(Options.Durable ? "durable" : "transient")} classic queue, mandatory, direct reply-to, acknowledged every {Options.AcknowledgeEvery} or {Options.AcknowledgeDelay.TotalMilliseconds:0.#} ms");

    public string QueueOf(string channel) => Options.QueuePrefix + channel;

    /// <summary>The exchange of a channel's messages to every listener, as durable as queues are.</summary>
    public Task DeclareExchangeAsync(IChannel model, string channel, CancellationToken cancellationToken) =>
        model.ExchangeDeclareAsync(QueueOf(channel), ExchangeType.Fanout, Options.Durable, autoDelete: false, cancellationToken: cancellationToken);

    /// <summary>A connection of the library that does not reconnect by itself: see <see cref="SupervisedLink{TSession}"/>.</summary>
    public async ValueTask<IConnection> ConnectAsync(string purpose, CancellationToken cancellationToken)
    {
        try
        {
            var connection = await _factory.CreateConnectionAsync(_servers, $"genie {purpose}", cancellationToken).ConfigureAwait(false);
            Volatile.Write(ref _server, Describe(connection.ServerProperties));
            return connection;
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            throw RabbitMQErrors.Translate(this, error);
        }
    }

    private static ConnectionFactory CreateFactory(BrokerUrl url, RabbitMQOptions options)
    {
        return new ConnectionFactory
        {
            UserName = url.User.Length > 0 ? url.User : ConnectionFactory.DefaultUser,
            Password = url.Password ?? ConnectionFactory.DefaultPass,
            VirtualHost = url.Path.Length > 0 ? url.Path : ConnectionFactory.DefaultVHost,
            AutomaticRecoveryEnabled = false,
            RequestedHeartbeat = options.Heartbeat,
            RequestedConnectionTimeout = options.ConnectTimeout,
            HandshakeContinuationTimeout = options.ConnectTimeout,
            MaxInboundMessageBodySize = (uint)Math.Clamp(options.MaxMessageBytes, LibraryBodyBytesMax, uint.MaxValue),
        };
    }

    private static SslOption CreateTls(string host, RabbitMQOptions options)
    {
        var client = options.CreateTls().CreateClientOptions(RabbitMQDrivers.Broker, host);
        return new SslOption
        {
            Enabled = true,
            ServerName = client.TargetHost!,
            Certs = client.ClientCertificates,
            CertificateValidationCallback = (_, certificate, chain, errors) => LinkTls.IsTrusted(client, certificate, chain, errors),
        };
    }

    private static string Describe(IDictionary<string, object?>? properties)
    {
        return $"{Text("product")} {Text("version")}".Trim();

        string Text(string name) => properties?.TryGetValue(name, out var value) is true && value is byte[] bytes ? Encoding.UTF8.GetString(bytes) : "";
    }
}
