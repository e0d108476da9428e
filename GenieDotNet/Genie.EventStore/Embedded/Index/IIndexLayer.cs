using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Index;

/// <summary>
/// What some segments, one after the other, amount to, whatever stands before them: what streams, keys, snapshots and checkpoints they hold
/// and where. Layers of neighbouring segments put together say what the log says. What enumerates does so in the order of numbers, or of hashes.
/// </summary>
internal interface IIndexLayer
{
    /// <summary>The segments, in their order.</summary>
    IReadOnlyList<Segment> Segments { get; }

    /// <summary>One more than the highest number of a stream that is named here.</summary>
    int NextNumber { get; }

    /// <summary>Request keys.</summary>
    long Keys { get; }

    /// <summary>The last position of each projection.</summary>
    IReadOnlyDictionary<string, long> Checkpoints { get; }

    bool TryGetStream(int number, out LayerStream stream);

    /// <summary>Where events of a stream are, from the one with that index among them.</summary>
    void Locate(int number, in LayerStream stream, long from, Span<Location> locations);

    /// <summary>The newest snapshot here; none if its version is 0.</summary>
    (long Version, Location Location) FindSnapshot(int number);

    string? FindName(int number);

    /// <summary>The number of the stream that is named here, or -1.</summary>
    int FindNumber(ReadOnlySpan<byte> name, ulong hash);

    bool TryFindKey(int stream, in RequestKey key, ulong hash, out KeyedAppend append);

    /// <summary>True if some stream was deleted there.</summary>
    bool HasDeletions { get; }

    IEnumerable<(int Number, LayerStream Stream)> Streams();

    IEnumerable<(int Number, long Version, Location Location)> Snapshots();

    IEnumerable<(int Number, byte[] Name)> Names();

    IEnumerable<(ulong Hash, int Number)> NameHashes();

    /// <summary>Where the first event, or stub, of each key's append is, and how many it has.</summary>
    IEnumerable<(ulong Hash, Location Location, int Count)> KeyHashes();
}
