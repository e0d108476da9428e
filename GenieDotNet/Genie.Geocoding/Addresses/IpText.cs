using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Sockets;

namespace Genie.Geocoding.Addresses;

/// <summary>Reads an address of the internet in the way in which everybody reads it the same.</summary>
internal static class IpText
{
    /// <summary>
    /// Reads four decimal numbers without leading zeros, or IPv6 (RFC 4291), in brackets or not. An IPv4 address that is mapped into IPv6 is that IPv4 address.
    /// </summary>
    /// <returns>False for what programs read differently (<c>010.1.1.1</c>, <c>1.2</c>, <c>0x7f.1</c>), and for an address of one link alone (<c>fe80::1%eth0</c>).</returns>
    public static bool TryParse(string text, [NotNullWhen(true)] out IPAddress? address)
    {
        address = null;
        text = text.Trim();
        if (text is ['[', .. var inner, ']']) text = inner.Contains(':', StringComparison.Ordinal) ? inner : "";
        if (text.Length == 0 || text.AsSpan().IndexOfAny("[]%/") >= 0) return false;
        var last = text[(text.LastIndexOf(':') + 1)..];
        if (last.Contains('.', StringComparison.Ordinal) || !text.Contains(':', StringComparison.Ordinal))
        {
            var parts = last.Split('.');
            if (parts.Length != 4 || !Array.TrueForAll(parts, IsByte)) return false;
        }

        if (!IPAddress.TryParse(text, out var parsed)) return false;
        address = Normalise(parsed);
        return true;
    }

    /// <summary>The address as databases have it: IPv4 that is mapped into IPv6 as IPv4.</summary>
    public static IPAddress Normalise(IPAddress address) => address is { AddressFamily: AddressFamily.InterNetworkV6, IsIPv4MappedToIPv6: true } ? address.MapToIPv4() : address;

    private static bool IsByte(string text) => text is [>= '0' and <= '9'] || (text is [>= '1' and <= '9', ..] && text.Length <= 3 && byte.TryParse(text, out _) && text.All(char.IsAsciiDigit));
}
