using System.Text;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>Gives the texts of -ERR their types. The texts are the server's own (its server/errors.go and client.go).</summary>
internal static class NatsErrors
{
    private static readonly string[] Authentication =
    [
        "Authorization Violation", "User Authentication Expired", "User Authentication Revoked", "Account Authentication Expired",
    ];

    private static readonly string[] Protocol = ["Unknown Protocol Operation", "Parser Error", "Invalid Client Protocol", "Maximum Control Line Exceeded"];

    /// <summary>The error, and if the server keeps the link open after it.</summary>
    public static (BrokerException Error, bool LinkSurvives) Read(ReadOnlySpan<byte> text) => Read(Encoding.UTF8.GetString(text));

    private static (BrokerException Error, bool LinkSurvives) Read(string text)
    {
        if (Begins(text, "Permissions Violation")) return (new BrokerPermissionException(NatsDrivers.Broker, text), true);
        if (Begins(text, "Invalid Subject")) return (new BrokerProtocolException(NatsDrivers.Broker, text), true);
        if (Authentication.Any(known => Begins(text, known))) return (new BrokerAuthenticationException(NatsDrivers.Broker, text), false);
        if (Begins(text, "Slow Consumer")) return (new SlowConsumerException(NatsDrivers.Broker), false);
        if (Protocol.Any(known => Begins(text, known))) return (new BrokerProtocolException(NatsDrivers.Broker, text), false);
        return (new LinkLostException(NatsDrivers.Broker, $"the server said '{text}'"), false);
    }

    private static bool Begins(string text, string known) => text.StartsWith(known, StringComparison.OrdinalIgnoreCase);
}
