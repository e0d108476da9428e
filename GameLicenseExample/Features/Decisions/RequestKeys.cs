using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Genie.EventStore;

namespace GameLicenseExample.Features.Decisions;

/// <summary>Makes the store's keys of requests' names.</summary>
internal static class RequestKeys
{
    /// <summary>The longest name, in characters.</summary>
    public const int NameMax = 200;

    /// <summary>The key of a name: of SHA-256, so that nobody finds two names with one key.</summary>
    /// <exception cref="FeatureRefusedException">It is empty, or too long.</exception>
    public static RequestKey Of(string request)
    {
        if (string.IsNullOrWhiteSpace(request) || request.Length > NameMax) throw new FeatureRefusedException($"A request needs a name of 1 to {NameMax} characters, the same when it is sent again.");
        var digest = SHA256.HashData(Encoding.UTF8.GetBytes(request));
        return new RequestKey(BinaryPrimitives.ReadUInt64BigEndian(digest), BinaryPrimitives.ReadUInt32BigEndian(digest.AsSpan(8)), BinaryPrimitives.ReadUInt64BigEndian(digest.AsSpan(12)));
    }
}
