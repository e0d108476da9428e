using System.Security.Cryptography;

namespace Genie.Extensions.Genius.Delivery.Webhooks;

/// <summary>What sender and receiver of a webhook share: 24 to 64 random bytes, one secret a subscription.</summary>
public sealed class WebhookSecret
{
    private const string Prefix = "whsec_";
    private const int SizeMin = 24;
    private const int SizeMax = 64;
    private readonly byte[] _bytes;

    private WebhookSecret(byte[] bytes)
    {
        if (bytes.Length is < SizeMin or > SizeMax) throw new FormatException($"A webhook's secret has {SizeMin} to {SizeMax} bytes, not {bytes.Length}.");
        _bytes = bytes;
    }

    internal ReadOnlySpan<byte> Bytes => _bytes;

    /// <summary>A new one.</summary>
    public static WebhookSecret Generate() => new(RandomNumberGenerator.GetBytes(32));

    /// <summary>Reads what <see cref="Export"/> wrote; base 64 with or without <c>whsec_</c> before it.</summary>
    /// <exception cref="FormatException">It is no such text, too short or too long.</exception>
    public static WebhookSecret Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return new WebhookSecret(Convert.FromBase64String(text.StartsWith(Prefix, StringComparison.Ordinal) ? text[Prefix.Length..] : text));
    }

    /// <summary>The secret as text, to be handed to the receiver and nobody else.</summary>
    public string Export() => Prefix + Convert.ToBase64String(_bytes);

    /// <summary>Reveals nothing: secrets end up in logs by this method.</summary>
    public override string ToString() => "webhook secret";
}
