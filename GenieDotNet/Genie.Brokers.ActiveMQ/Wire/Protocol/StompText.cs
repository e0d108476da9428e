using System.Text;

namespace Genie.Brokers.ActiveMQ.Wire.Protocol;

/// <summary>
/// Header values: in all frames but CONNECT and CONNECTED, CR, LF, colon and backslash are written as <c>\r</c>, <c>\n</c>,
/// <c>\c</c> and <c>\\</c> (STOMP 1.2, "Value Encoding").
/// </summary>
internal static class StompText
{
    public static string Escape(string value)
    {
        var text = new StringBuilder(value.Length);
        foreach (var character in value)
        {
            _ = character switch
            {
                '\\' => text.Append("\\\\"),
                ':' => text.Append("\\c"),
                '\n' => text.Append("\\n"),
                '\r' => text.Append("\\r"),
                _ => text.Append(character),
            };
        }

        return text.ToString();
    }

    /// <exception cref="BrokerProtocolException">An escape that STOMP does not know, which the specification calls fatal.</exception>
    public static string Unescape(ReadOnlySpan<byte> value)
    {
        var text = new StringBuilder(value.Length);
        var escaped = Encoding.UTF8.GetString(value);
        for (var i = 0; i < escaped.Length; i++)
        {
            text.Append(escaped[i] != '\\' ? escaped[i] : ++i == escaped.Length ? throw Undefined(escaped) : escaped[i] switch
            {
                '\\' => '\\',
                'c' => ':',
                'n' => '\n',
                'r' => '\r',
                _ => throw Undefined(escaped),
            });
        }

        return text.ToString();
    }

    private static BrokerProtocolException Undefined(string value) => new(ActiveMQDrivers.Broker, $"an undefined escape in the header '{value}'");
}
