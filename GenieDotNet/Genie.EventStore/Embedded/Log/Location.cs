namespace Genie.EventStore.Embedded.Log;

/// <summary>Where a record is: segment and offset in eight bytes, since there is one for every event.</summary>
internal readonly record struct Location
{
    private readonly ulong _packed;

    public Location(long segment, long offset) => _packed = ((ulong)segment << 32) | (uint)offset;

    private Location(ulong packed) => _packed = packed;

    /// <summary>As it stands in index files.</summary>
    public ulong Packed => _packed;

    public static Location FromPacked(ulong packed) => new(packed);

    public bool IsNone => _packed == 0;

    public long Segment => (long)(_packed >> 32);

    public long Offset => (uint)_packed;
}
