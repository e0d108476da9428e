using System.Buffers;

namespace Genie.Grpc;

/// <summary>Headers or trailers of a call, in order; a key may stand more than once.</summary>
public sealed class GrpcMetadata 
{
    /// <summary>A key that ends with this has bytes as its value.</summary>
    public const string BinarySuffix = "-bin";

    /// <summary>The one key of those that begin with <c>grpc-</c> that a service may set: a <c>google.rpc.Status</c>.</summary>
    public const string StatusDetailsKey = "grpc-status-details-bin";

    private const string ReservedPrefix = "grpc-";

    // Custom-Metadata in doc/PROTOCOL-HTTP2.md of gRPC.
    private static readonly SearchValues<char> KeyCharacters = SearchValues.Create("0123456789abcdefghijklmnopqrstuvwxyz_-.");

    private readonly List<GrpcMetadataEntry> _entries = [];

    /// <summary>All entries, in order.</summary>
    public IReadOnlyList<GrpcMetadataEntry> Entries => _entries;

    /// <summary>Adds text.</summary>
    /// <param name="key">Lower-case letters, digits and <c>_ - .</c>; not the binary suffix.</param>
    /// <param name="value">Printable ASCII.</param>
    /// <exception cref="ArgumentException">Neither key nor value may look so.</exception>
    public void Add(string key, string value)
    {
        Check(key, binary: false);
        ArgumentNullException.ThrowIfNull(value);
        if (value.AsSpan().ContainsAnyExceptInRange(' ', '~')) throw new ArgumentException("A text value is printable ASCII; put anything else under a key that ends with -bin.", nameof(value));
        _entries.Add(new GrpcMetadataEntry(key, value, default));
    }

    /// <summary>Adds bytes.</summary>
    /// <param name="key">As for text, and it ends with <see cref="BinarySuffix"/>.</param>
    /// <param name="value">Any bytes.</param>
    /// <exception cref="ArgumentException">The key may not look so.</exception>
    public void Add(string key, ReadOnlyMemory<byte> value)
    {
        Check(key, binary: true);
        _entries.Add(new GrpcMetadataEntry(key, null, value));
    }

    /// <summary>The last text under a key, or null.</summary>
    public string? GetText(string key) => _entries.FindLast(entry => entry.Key == key).Text;

    /// <summary>The last bytes under a key, or null.</summary>
    public ReadOnlyMemory<byte>? GetBytes(string key) =>
        _entries.FindLastIndex(entry => entry.Key == key) is var index and >= 0 ? _entries[index].Bytes : default(ReadOnlyMemory<byte>?);

    /// <summary>Adds what a peer sent, whose text may be more than printable ASCII.</summary>
    internal void AddReceived(GrpcMetadataEntry entry) => _entries.Add(entry);

    /// <summary>True for what the protocol uses itself.</summary>
    internal static bool IsReserved(string key) =>
        key.StartsWith(ReservedPrefix, StringComparison.Ordinal) && key != StatusDetailsKey;

    private static void Check(string key, bool binary)
    {
        ArgumentException.ThrowIfNullOrEmpty(key);
        if (key.AsSpan().ContainsAnyExcept(KeyCharacters)) throw new ArgumentException($"'{key}' is no metadata key: lower-case letters, digits and _ - . only.", nameof(key));
        if (IsReserved(key)) throw new ArgumentException($"'{key}' belongs to gRPC.", nameof(key));
        if (key.EndsWith(BinarySuffix, StringComparison.Ordinal) != binary) throw new ArgumentException($"A key ends with {BinarySuffix} if its value is bytes, and only then: '{key}'.", nameof(key));
    }
}
