using System.Text;

namespace Genie.Grpc.Kestrel;

/// <summary>The encoding of <c>grpc-message</c>: UTF-8, of which all but printable ASCII, and the percent sign, stands as %XX (Percent-Encoded in doc/PROTOCOL-HTTP2.md).</summary>
internal static class PercentEncoding
{
    /// <summary>Encodes a message.</summary>
    public static string Encode(string message)
    {
        if (!message.AsSpan().ContainsAnyExceptInRange(' ', '~') && !message.Contains('%', StringComparison.Ordinal)) return message;
        var encoded = new StringBuilder(message.Length * 2);
        foreach (var each in Encoding.UTF8.GetBytes(message))
        {
            if (each is >= (byte)' ' and <= (byte)'~' and not (byte)'%') encoded.Append((char)each);
            else encoded.Append('%').Append(each.ToString("X2", null));
        }

        return encoded.ToString();
    }
}
