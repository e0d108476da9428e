using System.Globalization;
using System.Net;

namespace Genie.Benchmarks.Commands;

/// <summary>Reads addresses and hosts with their ports, for options.</summary>
internal static class EndPointText
{
    /// <summary>An address of this machine: <c>0.0.0.0:5090</c>.</summary>
    /// <exception cref="FormatException">It is none.</exception>
    public static IPEndPoint ParseAddress(string text) => IPEndPoint.TryParse(text, out var address) && text.Contains(':', StringComparison.Ordinal)
        ? address : throw new FormatException($"'{text}' is no address with a port, as 0.0.0.0:5090.");

    /// <summary>A host anywhere: <c>bench-2:5090</c>, <c>[2001:db8::1]:5090</c>.</summary>
    /// <exception cref="FormatException">It is none.</exception>
    public static (string Host, int Port) ParseHost(string text)
    {
        var colon = text.LastIndexOf(':');
        return colon > 0 && ushort.TryParse(text[(colon + 1)..], CultureInfo.InvariantCulture, out var port) && port > 0
            ? (text[..colon].Trim('[', ']'), port) : throw new FormatException($"'{text}' is no host with a port, as bench-2:5090.");
    }
}
