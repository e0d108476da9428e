using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Genie.EventStore.Embedded.Format;

namespace Genie.EventStore.Embedded.Log;

/// <summary>Checks what all records of a log say against one another. Takes about 100 bytes a stream, and for no longer than it lasts.</summary>
internal sealed class LogCheck
{
    private readonly Dictionary<int, CheckedStream> _streams = [];
    private readonly HashSet<UInt128> _names = [];
    private long _position;

    /// <summary>Takes a record in.</summary>
    /// <returns>Null, or what it contradicts.</returns>
    public string? Apply(in LogRecord record)
    {
        if (record.Kind == RecordKind.Checkpoint) return null;
        ref var stream = ref CollectionsMarshal.GetValueRefOrAddDefault(_streams, record.StreamNumber, out var exists);
        if (record.Kind == RecordKind.Stream)
        {
            if (exists) return null;
            Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
            SHA256.HashData(record.Text, hash);
            stream.FirstVersion = 1;
            return _names.Add(MemoryMarshal.Read<UInt128>(hash)) ? null : $"the name of stream {record.StreamNumber} has two numbers";
        }

        if (!exists) return $"a record of stream {record.StreamNumber}, which has no name";
        if (record.Kind is RecordKind.Snapshot or RecordKind.Deletion) return ApplySnapshot(ref stream, record.Version);
        if (record.Position <= _position) return $"position {record.Position} follows position {_position}";
        _position = record.Position;
        if (record.Kind == RecordKind.Event && record.Version <= stream.Version) return $"version {record.Version} of stream {record.StreamNumber} follows version {stream.Version}";
        if (record.Kind == RecordKind.Event && record.Version != stream.Version + 1) stream.FirstVersion = record.Version;
        if (record.Kind == RecordKind.Stub) stream.FirstVersion = Math.Max(stream.FirstVersion, record.Version + 1);
        stream.Version = Math.Max(stream.Version, record.Version);
        return null;
    }

    /// <summary>Of a log that was read whole: what no record and no snapshot accounts for, or null.</summary>
    public string? FindMissing()
    {
        foreach (var (number, stream) in _streams)
        {
            if (stream.FirstVersion > stream.SnapshotVersion + 1) return $"versions up to {stream.FirstVersion - 1} of stream {number} are missing, and its snapshot ends at {stream.SnapshotVersion}";
        }

        return null;
    }

    private static string? ApplySnapshot(ref CheckedStream stream, long version)
    {
        stream.SnapshotVersion = Math.Max(stream.SnapshotVersion, version);
        if (stream.Version < version) (stream.FirstVersion, stream.Version) = (version + 1, version);
        return null;
    }

    private struct CheckedStream
    {
        public long Version;
        public long FirstVersion;
        public long SnapshotVersion;
    }
}
