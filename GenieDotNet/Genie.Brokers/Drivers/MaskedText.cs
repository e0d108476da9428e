namespace Genie.Brokers.Drivers;

/// <summary>What anybody may see of a value that may hold a secret.</summary>
public static class MaskedText
{
    /// <summary>Stands in the place of what is secret.</summary>
    public const string Mask = "***";

    /// <summary>What to do where a URL cannot be read: most often a password has a character that ends a URL's host.</summary>
    public const string UrlHint = "In user names and passwords write # / ? @ percent-encoded: %23 %2F %3F %40.";

    private const string SchemeEnd = "://";

    /// <summary>A value, masked by what of it is secret. Empty ones stay empty, so that a reader sees that nothing was given.</summary>
    /// <param name="secrecy">What is.</param>
    /// <param name="value">The value.</param>
    public static string Of(SettingSecrecy secrecy, string value) => secrecy switch
    {
        _ when value.Length == 0 => value,
        SettingSecrecy.None => value,
        SettingSecrecy.Url => OfUrl(value),
        SettingSecrecy.Addresses => value.Contains('@', StringComparison.Ordinal) || value.Contains(SchemeEnd, StringComparison.Ordinal) ? Mask : value,
        _ => Mask,
    };

    /// <summary>
    /// A URL without its user info, query and fragment. Of a text that is no URL, and of one whose password may have ended its host
    /// (<c>amqp://user:pass#word@host</c>), only the scheme is left.
    /// </summary>
    /// <param name="text">The URL.</param>
    public static string OfUrl(string text)
    {
        var start = text.IndexOf(SchemeEnd, StringComparison.Ordinal);
        if (start <= 0 || !Uri.CheckSchemeName(text[..start])) return Mask;
        start += SchemeEnd.Length;
        var rest = text[start..];
        var hostEnd = rest.AsSpan().IndexOfAny("/?#\\") is >= 0 and var end ? end : rest.Length;
        if (rest.IndexOf('@', hostEnd) >= 0 || !Uri.TryCreate(text, UriKind.Absolute, out _)) return text[..start] + Mask;
        var (authority, path) = (rest[..hostEnd], rest[hostEnd..]);
        var user = authority.LastIndexOf('@');
        if (user >= 0) authority = Mask + authority[user..];
        var query = path.AsSpan().IndexOfAny("?#");
        return text[..start] + authority + (query < 0 ? path : path[..(query + 1)] + Mask);
    }

    /// <summary>The same of a URL that was read.</summary>
    /// <param name="url">The URL.</param>
    public static string OfUrl(Uri url) => OfUrl(url.OriginalString);

    /// <summary>True for a URL that has an @ behind its host: a character of the password ended the host too soon.</summary>
    /// <param name="url">The URL.</param>
    public static bool IsCutShort(Uri url) => url.IsAbsoluteUri && url.GetComponents(UriComponents.PathAndQuery | UriComponents.Fragment, UriFormat.UriEscaped).Contains('@', StringComparison.Ordinal);
}
