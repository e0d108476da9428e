using System.Globalization;

namespace Genie.Brokers.Links;

/// <summary>Where a server listens.</summary>
/// <param name="Host">Name or address, an IPv6 address without its brackets.</param>
/// <param name="Port">The port.</param>
public readonly record struct ServerAddress(string Host, int Port)
{
    private const int PortMax = 65535;

    /// <summary>Reads <c>host:port</c>, <c>[address]:port</c>, or a host alone.</summary>
    /// <param name="text">The text.</param>
    /// <param name="standardPort">The port where none is given.</param>
    /// <param name="address">The address, if it is one.</param>
    public static bool TryParse(string text, int standardPort, out ServerAddress address)
    {
        address = default;
        var bracket = text.LastIndexOf(']');
        var colon = text.LastIndexOf(':');
        var hasPort = colon > bracket && (bracket >= 0 || text.IndexOf(':', StringComparison.Ordinal) == colon);
        var host = (hasPort ? text[..colon] : text).Trim('[', ']');
        var port = standardPort;
        if (host.Length == 0 || Uri.CheckHostName(host) == UriHostNameType.Unknown) return false;
        if (hasPort && (!int.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out port) || port is 0 or > PortMax)) return false;
        address = new ServerAddress(host, port);
        return true;
    }

    /// <summary>The address as it stands in a URL.</summary>
    public override string ToString() => Host.Contains(':', StringComparison.Ordinal) ? $"[{Host}]:{Port}" : $"{Host}:{Port}";
}
