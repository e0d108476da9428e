using System.Globalization;
using System.Text;
using Genie.Brokers.Envelopes;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>A message's headers as the property <c>headers</c> (AMQP 0-9-1 section 4.2.6.1, field tables 4.2.5.5).</summary>
internal static class AmqpHeaders
{
    private const int NameBytesMax = byte.MaxValue;

    // All properties of a message stand in one frame (AMQP 0-9-1 section 4.2.6.1), of 128 KiB by RabbitMQ's default; a longer one ends the connection. The rest is for the other properties.
    private const int TableBytesMax = 120 * 1024;
    private const int FieldBytes = 6;

    // What RabbitMQ itself, or a wait for another delivery, adds on the way; a message that comes again would not be the same with it.
    private static readonly string[] Servers = [PostponedMessages.DeliveryHeader, "x-death", "x-delivery-count", "x-acquired-count", "x-first-death-", "x-last-death-"];

    /// <summary>The headers of an envelope, whose body becomes the message; null where it has none.</summary>
    /// <exception cref="MessageHeadersException">A name is longer than AMQP has them, or the server's own, or all together do not fit into a frame.</exception>
    public static Dictionary<string, object?>? Of(ref ReadOnlyMemory<byte> message)
    {
        (var headers, message) = NativeHeaders.Unpack(message);
        if (headers.Count == 0) return null;
        var table = new Dictionary<string, object?>(headers.Count);
        var bytes = 0L;
        foreach (var (name, value) in headers)
        {
            bytes += FieldBytes + Encoding.UTF8.GetByteCount(name) + Encoding.UTF8.GetByteCount(value);
            if (bytes > TableBytesMax) throw Refused(name, $"the message's headers have more than {TableBytesMax:N0} bytes together");
            if (IsServers(name)) throw Refused(name, "RabbitMQ, or this driver, has one of that name itself");
            if (Encoding.UTF8.GetByteCount(name) > NameBytesMax) throw Refused(name, $"its name has more than {NameBytesMax} bytes");
            table[name] = value;
        }

        return table;
    }

    /// <summary>The names and values of a message's headers. Numbers and other single values become text; tables and lists are left out.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Read(IDictionary<string, object?>? table) => table is null ? [] : table
        .Where(header => !IsServers(header.Key) && header.Value is not (System.Collections.IEnumerable and not (string or byte[])))
        .Select(header => new KeyValuePair<string, string>(header.Key, TextOf(header.Value)));

    private static string TextOf(object? value) => value is byte[] bytes ? Encoding.UTF8.GetString(bytes) : Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";

    private static bool IsServers(string name) => Servers.Any(own => own.EndsWith('-') ? name.StartsWith(own, StringComparison.Ordinal) : name == own);

    private static MessageHeadersException Refused(string name, string why) =>
        new($"rabbitmq: the header '{name}' cannot be one of AMQP: {why}. Change it, or leave NativeHeaders off.");
}
