using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Genie.Extensions.Genius.Delivery.Webhooks;

/// <summary>
/// Signatures of webhooks: HMAC-SHA-256 over id, time and body with full stops between, as the Standard Webhooks specification 1.0.0 has it
/// (sections "Signature scheme" and "Webhook headers"), so that receivers can use any of its libraries.
/// </summary>
public static class WebhookSignature
{
    /// <summary>The header with the message's id, the receiver's idempotency key.</summary>
    public const string IdHeader = "webhook-id";

    /// <summary>The header with the time of the attempt, in seconds since 1970.</summary>
    public const string TimestampHeader = "webhook-timestamp";

    /// <summary>The header with one or more signatures, separated by blanks.</summary>
    public const string SignatureHeader = "webhook-signature";

    private const string Version = "v1,";

    /// <summary>Signs a message.</summary>
    /// <param name="secret">The subscription's secret.</param>
    /// <param name="id">The message's id.</param>
    /// <param name="time">The time of the attempt; whole seconds count.</param>
    /// <param name="body">The body as it is sent.</param>
    /// <returns>The signature with its version: <c>v1,K5oZ…</c>.</returns>
    public static string Sign(WebhookSecret secret, string id, DateTimeOffset time, ReadOnlySpan<byte> body)
    {
        ArgumentNullException.ThrowIfNull(secret);
        using var hash = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, secret.Bytes);
        hash.AppendData(Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{id}.{time.ToUnixTimeSeconds()}.")));
        hash.AppendData(body);
        return Version + Convert.ToBase64String(hash.GetHashAndReset());
    }

    /// <summary>The receiver's side: true if one of the signatures is genuine and the time near enough.</summary>
    /// <param name="secret">The subscription's secret.</param>
    /// <param name="id">The value of <see cref="IdHeader"/>; remember it, and let a message with the same one have no effect.</param>
    /// <param name="timestamp">The value of <see cref="TimestampHeader"/>.</param>
    /// <param name="signatures">The value of <see cref="SignatureHeader"/>.</param>
    /// <param name="body">The body as it came.</param>
    /// <param name="tolerance">How far the time may be off, either way.</param>
    /// <param name="clock">The clock.</param>
    public static bool Verify(WebhookSecret secret, string id, string timestamp, string signatures, ReadOnlySpan<byte> body, TimeSpan tolerance, TimeProvider clock)
    {
        ArgumentNullException.ThrowIfNull(signatures);
        ArgumentNullException.ThrowIfNull(clock);
        if (!long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds) || seconds > DateTimeOffset.MaxValue.ToUnixTimeSeconds()) return false;
        var time = DateTimeOffset.FromUnixTimeSeconds(seconds);
        if ((clock.GetUtcNow() - time).Duration() > tolerance) return false;
        var expected = Encoding.ASCII.GetBytes(Sign(secret, id, time, body));
        var isGenuine = false;
        foreach (var each in signatures.Split(' ')) isGenuine |= CryptographicOperations.FixedTimeEquals(expected, Encoding.ASCII.GetBytes(each));
        return isGenuine;
    }
}
