using System.Globalization;
using System.Text;
using Genie.Brokers.ActiveMQ.Wire.Protocol;
using Genie.Brokers.Links;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>What came of CONNECT.</summary>
/// <param name="Server">The server's name and version.</param>
/// <param name="HeartBeat">What was agreed on.</param>
internal sealed record StompGreeting(string Server, StompHeartBeat HeartBeat)
{
    /// <summary>Sends CONNECT and reads what answers it (STOMP 1.2, "Connecting").</summary>
    /// <exception cref="BrokerAuthenticationException">The credentials are wrong.</exception>
    /// <exception cref="BrokerProtocolException">No STOMP 1.2.</exception>
    public static async ValueTask<StompGreeting> ExchangeAsync(
        ActiveMQOptions options, LinkTransport transport, StompParser parser, CancellationToken cancellationToken)
    {
        await transport.Stream.WriteAsync(Encoding.UTF8.GetBytes(Connect(options)), cancellationToken).ConfigureAwait(false);
        while (true)
        {
            var read = await transport.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
            var buffer = read.Buffer;
            if (parser.TryRead(ref buffer, out var frame))
            {
                var greeting = Read(options, frame);
                transport.Reader.AdvanceTo(buffer.Start);
                return greeting;
            }

            transport.Reader.AdvanceTo(buffer.Start, buffer.End);
            if (read.IsCompleted) throw new LinkLostException(ActiveMQDrivers.Broker, "the server closed it before its greeting");
        }
    }

    private static StompGreeting Read(ActiveMQOptions options, in StompFrame frame) => frame.Command switch
    {
        StompCommand.Error => throw StompErrors.ReadGreeting(frame),
        StompCommand.Connected when frame.Version.SequenceEqual("1.2"u8) => new StompGreeting(
            frame.Server.IsEmpty ? "a STOMP server that does not say its name" : Encoding.UTF8.GetString(frame.Server),
            StompHeartBeat.Agree(options.HeartBeat, frame.HeartBeat)),
        StompCommand.Connected => throw new BrokerProtocolException(ActiveMQDrivers.Broker, "the server does not speak STOMP 1.2"),
        _ => throw new BrokerProtocolException(ActiveMQDrivers.Broker, $"{frame.Command} instead of a greeting"),
    };

    private static string Connect(ActiveMQOptions options)
    {
        var address = options.Address;
        var (user, password) = options.CredentialsFor(address);
        var beat = ((long)options.HeartBeat.TotalMilliseconds).ToString(CultureInfo.InvariantCulture);
        var text = new StringBuilder("CONNECT\naccept-version:1.2\n");
        Header("host", address.Path.Length > 0 ? address.Path : address.Host);
        Header("heart-beat", $"{beat},{beat}");
        if (user.Length > 0) Header("login", user);
        if (user.Length > 0) Header("passcode", password);
        return text.Append("\n\0").ToString();

        // CONNECT alone is not escaped, for servers of STOMP 1.0 ("Value Encoding").
        void Header(string name, string value)
        {
            if (value.AsSpan().ContainsAny("\r\n\0")) throw new BrokerSettingException($"activemq: STOMP cannot carry line ends in '{name}'.");
            text.Append(name).Append(':').Append(value).Append('\n');
        }
    }
}
