using Genie.Brokers.Drivers;

namespace Genie.Brokers.Links;

/// <summary>A server's address as users write it: <c>scheme://user:password@host:port/path</c>.</summary>
/// <param name="Scheme">The scheme, lower case.</param>
/// <param name="Host">Name or address, an IPv6 address without its brackets.</param>
/// <param name="Port">The port, or the scheme's own.</param>
/// <param name="Tls">True if the scheme means an encrypted link.</param>
/// <param name="User">User name, decoded; empty if none.</param>
/// <param name="Password">Password, decoded; null if none was given (a user alone is a token to some systems).</param>
/// <param name="Path">What follows the port, decoded, without the first slash.</param>
public sealed record BrokerUrl(string Scheme, string Host, int Port, bool Tls, string User, string? Password, string Path)
{
    /// <summary>Reads a URL.</summary>
    /// <param name="broker">The system's name, for errors.</param>
    /// <param name="url">The text.</param>
    /// <param name="schemes">The schemes that the system knows, the usual one first.</param>
    /// <exception cref="BrokerSettingException">No URL, one whose password has a character that ends the host, or a scheme that the system does not know; the nearest is named.</exception>
    public static BrokerUrl Parse(string broker, Uri url, params ReadOnlySpan<BrokerUrlScheme> schemes)
    {
        if (MaskedText.IsCutShort(url)) throw new BrokerSettingException($"{broker}.url: an @ stands behind the host. {MaskedText.UrlHint}");
        foreach (var scheme in schemes)
        {
            if (url.IsAbsoluteUri && url.Host.Length > 0 && scheme.Name.Equals(url.Scheme, StringComparison.OrdinalIgnoreCase)) return From(url, scheme);
        }

        var names = schemes.ToArray().Select(scheme => scheme.Name).ToArray();
        var hint = url.IsAbsoluteUri ? NearestName.Hint(url.Scheme, names) : "";
        throw new BrokerSettingException(
            $"{broker}.url: expected {names[0]}://[user:password@]host[:port] (schemes: {string.Join(", ", names)}).{hint}");
    }

    private static BrokerUrl From(Uri url, BrokerUrlScheme scheme)
    {
        var credentials = url.UserInfo;
        var colon = credentials.IndexOf(':', StringComparison.Ordinal);
        return new BrokerUrl(
            scheme.Name,
            url.DnsSafeHost,
            url.Port > 0 ? url.Port : scheme.Port,
            scheme.Tls,
            Uri.UnescapeDataString(colon < 0 ? credentials : credentials[..colon]),
            colon < 0 ? null : Uri.UnescapeDataString(credentials[(colon + 1)..]),
            Uri.UnescapeDataString(url.AbsolutePath.TrimStart('/')));
    }

    // The compiler's own would print the password.
    private bool PrintMembers(System.Text.StringBuilder text)
    {
        text.Append(System.Globalization.CultureInfo.InvariantCulture, $"{Scheme}://{Host}:{Port}/{Path}");
        return true;
    }
}
