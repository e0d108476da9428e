using Genie.Brokers.Links;
using Genie.Brokers.Pulsar.Wire.Protocol;
using Google.Protobuf;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>What came of CONNECT.</summary>
/// <param name="Server">The broker's name and version.</param>
/// <param name="MessageBytesMax">The largest message it takes.</param>
internal sealed record PulsarGreeting(string Server, int MessageBytesMax)
{
    private const int ProtocolVersion = 21;
    private const string TokenMethod = "token";
    private const int DefaultMessageBytesMax = 5 << 20;

    /// <summary>Sends CONNECT and reads what answers it ("Connection establishment" of the protocol).</summary>
    /// <exception cref="BrokerAuthenticationException">The token is wrong, or there is none.</exception>
    /// <exception cref="BrokerProtocolException">This is no Pulsar broker.</exception>
    public static async ValueTask<PulsarGreeting> ExchangeAsync(
        PulsarOptions options, string proxyTo, LinkTransport transport, PulsarFrameParser parser, CancellationToken cancellationToken)
    {
        await transport.Stream.WriteAsync(CommandFrame.Format(Connect(options, proxyTo)), cancellationToken).ConfigureAwait(false);
        while (true)
        {
            var read = await transport.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
            var buffer = read.Buffer;
            if (parser.TryRead(ref buffer, out var frame))
            {
                var greeting = Read(PulsarCommands.Parse(frame.Command));
                transport.Reader.AdvanceTo(buffer.Start);
                parser.MessageBytesMax = greeting.MessageBytesMax;
                return greeting;
            }

            transport.Reader.AdvanceTo(buffer.Start, buffer.End);
            if (read.IsCompleted) throw new LinkLostException(PulsarDrivers.Broker, "the broker closed it before its greeting");
        }
    }

    /// <summary>The answer to AUTH_CHALLENGE, by which a broker asks again before a token expires.</summary>
    public static BaseCommand AnswerChallenge(PulsarOptions options) => new()
    {
        Type = BaseCommand.Types.Type.AuthResponse,
        AuthResponse = new CommandAuthResponse
        {
            ClientVersion = ClientVersion(),
            ProtocolVersion = ProtocolVersion,
            Response = new AuthData { AuthMethodName = TokenMethod, AuthData_ = ByteString.CopyFromUtf8(options.Credential) },
        },
    };

    private static string ClientVersion() => Drivers.ClientLibrary.OfWireDriver<PulsarGreeting>();

    private static BaseCommand Connect(PulsarOptions options, string proxyTo)
    {
        var connect = new CommandConnect
        {
            ClientVersion = ClientVersion(),
            ProtocolVersion = ProtocolVersion,
            FeatureFlags = new FeatureFlags { SupportsAuthRefresh = true },
        };
        if (proxyTo.Length > 0) connect.ProxyToBrokerUrl = proxyTo;
        if (options.Credential.Length > 0)
        {
            connect.AuthMethodName = TokenMethod;
            connect.AuthData = ByteString.CopyFromUtf8(options.Credential);
        }

        return new BaseCommand { Type = BaseCommand.Types.Type.Connect, Connect = connect };
    }

    private static PulsarGreeting Read(BaseCommand command) => command switch
    {
        { Connected: { } connected } => new PulsarGreeting(
            $"Pulsar {connected.ServerVersion.Replace("Pulsar Server", "", StringComparison.Ordinal).Trim()}",
            connected.HasMaxMessageSize && connected.MaxMessageSize > 0 ? connected.MaxMessageSize : DefaultMessageBytesMax),
        { Error: { } error } => throw PulsarErrors.Of(error.Error, error.Message),
        _ => throw new BrokerProtocolException(PulsarDrivers.Broker, $"{command.Type} instead of a greeting"),
    };
}
