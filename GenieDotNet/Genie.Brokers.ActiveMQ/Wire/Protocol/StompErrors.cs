using System.Text;

namespace Genie.Brokers.ActiveMQ.Wire.Protocol;

/// <summary>
/// ERROR frames as exceptions. STOMP has no codes; both servers say in the <c>message</c> header what happened, and their
/// wording is what can be gone by.
/// </summary>
internal static class StompErrors
{
    private static readonly string[] Refused = ["password", "credential", "unable to validate user", "authentication"];
    private static readonly string[] NotAllowed = ["does not have permission", "not authorized", "AMQ229032", "AMQ229213"];
    private static readonly string[] Protocol = ["protocol version", "unknown command", "unknown STOMP action", "undefined escape", "Unable to parse"];

    /// <summary>Why the server refused the connection.</summary>
    public static BrokerException ReadGreeting(in StompFrame frame)
    {
        var text = TextOf(frame);
        if (Has(text, Refused)) return new BrokerAuthenticationException(ActiveMQDrivers.Broker, text);
        return frame.Version.IsEmpty ? Classify(text) : new BrokerProtocolException(ActiveMQDrivers.Broker, $"the server does not speak STOMP 1.2: {text}");
    }

    /// <summary>Why the server refused what was sent over a connection that it had accepted.</summary>
    public static BrokerException Read(in StompFrame frame) => Classify(TextOf(frame));

    private static BrokerException Classify(string text)
    {
        if (Has(text, NotAllowed)) return new BrokerPermissionException(ActiveMQDrivers.Broker, text);
        if (Has(text, Protocol)) return new BrokerProtocolException(ActiveMQDrivers.Broker, text);
        return new BrokerException($"{ActiveMQDrivers.Broker}: the server refused what was sent ({text}).", isTransient: true);
    }

    private static string TextOf(in StompFrame frame)
    {
        var text = StompText.Unescape(frame.Message);
        if (text.Length == 0) text = Encoding.UTF8.GetString(frame.Body.Slice(0, Math.Min(frame.Body.Length, 500)));
        return text.Split('\n')[0].Trim().TrimEnd('.');
    }

    private static bool Has(string text, string[] words) => words.Any(word => text.Contains(word, StringComparison.OrdinalIgnoreCase));
}
