using System.Globalization;
using Apache.NMS;

namespace Genie.Brokers.ActiveMQ.Official;

/// <summary>A message's headers as properties of NMS.</summary>
internal static class NmsHeaders
{
    /// <summary>Sets them.</summary>
    public static void Set(IMessage message, IReadOnlyList<KeyValuePair<string, string>> headers)
    {
        foreach (var (name, value) in headers) message.Properties.SetString(name, value);
    }

    /// <summary>The application's; numbers become text.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Read(IMessage message)
    {
        foreach (string name in message.Properties.Keys)
        {
            if (!HeaderNames.IsServers(name)) yield return new(name, Convert.ToString(message.Properties[name], CultureInfo.InvariantCulture) ?? "");
        }
    }
}
