using System.Buffers.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;

namespace Genie.Relay.Fields;

/// <summary>A call's metadata on its way from the client to the worker: several values of a key stay several fields.</summary>
internal static class CallMetadata
{
    private const string BinarySuffix = "-bin";

    /// <summary>
    /// What is wrong with a call's metadata, or null. A worker may answer a binary value that is not base64 by ending its connection, which is that of all clients.
    /// </summary>
    public static string? FindFault(IHeaderDictionary headers)
    {
        foreach (var (key, values) in headers)
        {
            var isBinary = key.EndsWith(BinarySuffix, StringComparison.OrdinalIgnoreCase);
            foreach (var value in values)
            {
                if (value!.Contains(SeparateFields.Mark, StringComparison.Ordinal)) return $"the value of metadata '{key}' has a control character";
                if (isBinary && !IsBase64(value)) return $"the value of metadata '{key}' is not base64";
            }
        }

        return null;
    }

    /// <summary>Marks where one value of a key ends and the next one begins; the client library would join them, <see cref="SeparateFieldsStream"/> makes them fields again.</summary>
    public static void KeepSeparate(IHeaderDictionary headers, HttpRequestMessage request)
    {
        foreach (var (key, values) in headers)
        {
            var isBinary = key.EndsWith(BinarySuffix, StringComparison.OrdinalIgnoreCase);
            if ((values.Count < 2 && !(isBinary && values.ToString().Contains(',', StringComparison.Ordinal))) || !request.Headers.Remove(key)) continue;
            request.Headers.TryAddWithoutValidation(key, string.Join(SeparateFields.Mark, isBinary ? SplitBinary(values) : values));
        }
    }

    // Source: gRPC over HTTP2, "Custom-Metadata": binary values may come joined by commas, and are split before they are decoded.
    private static IEnumerable<string?> SplitBinary(StringValues values) => values.SelectMany(value => value!.Split(',', StringSplitOptions.TrimEntries));

    private static bool IsBase64(string value)
    {
        foreach (var part in value.AsSpan().Split(','))
        {
            var text = value.AsSpan(part).Trim();

            // Padding may be left out; a single character of a group cannot be.
            if (!Base64.IsValid(text) && !(text.Length % 4 is 2 or 3 && Base64.IsValid($"{text}{(text.Length % 4 == 2 ? "==" : "=")}"))) return false;
        }

        return true;
    }
}
