using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;

namespace Genie.Grpc.Kestrel;

/// <summary>Between metadata and HTTP headers (Custom-Metadata in doc/PROTOCOL-HTTP2.md).</summary>
internal static class MetadataHeaders
{
    private static readonly HashSet<string> OfHttp = new(StringComparer.OrdinalIgnoreCase) { "content-type", "te", "host", "content-length", "content-encoding" };

    /// <summary>What of a request's headers is the application's. Binary values that are no base64 are left out.</summary>
    public static GrpcMetadata Read(IHeaderDictionary headers)
    {
        var metadata = new GrpcMetadata();
        foreach (var (name, values) in headers)
        {
            var key = name.ToLowerInvariant();
            if (key.StartsWith(':') || OfHttp.Contains(key) || GrpcMetadata.IsReserved(key)) continue;
            foreach (var value in values) Add(metadata, key, value ?? "");
        }

        return metadata;
    }

    /// <summary>Appends metadata to headers or trailers.</summary>
    public static void Write(GrpcMetadata metadata, IHeaderDictionary target)
    {
        foreach (var entry in metadata.Entries)
            target[entry.Key] = StringValues.Concat(target[entry.Key], entry.Text ?? Convert.ToBase64String(entry.Bytes.Span).TrimEnd('='));
    }

    private static void Add(GrpcMetadata metadata, string key, string value)
    {
        if (!key.EndsWith(GrpcMetadata.BinarySuffix, StringComparison.Ordinal))
        {
            metadata.AddReceived(new GrpcMetadataEntry(key, value, default));
            return;
        }

        // Proxies may have joined several values, and padding is optional.
        foreach (var part in value.Split(',', StringSplitOptions.TrimEntries))
        {
            var unpadded = part.TrimEnd('=');
            var padded = unpadded.PadRight((unpadded.Length + 3) / 4 * 4, '=');
            var bytes = new byte[padded.Length];
            if (Convert.TryFromBase64String(padded, bytes, out var length))
                metadata.AddReceived(new GrpcMetadataEntry(key, null, bytes.AsMemory(0, length)));
        }
    }
}
