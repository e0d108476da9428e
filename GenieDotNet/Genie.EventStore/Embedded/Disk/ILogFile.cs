namespace Genie.EventStore.Embedded.Disk;

/// <summary>A file of the log. Reads may come from any thread.</summary>
internal interface ILogFile : IDisposable
{
    /// <summary>Its size in bytes.</summary>
    long Length { get; }

    /// <summary>Reads up to as many bytes as there is room for; fewer at any time, none only at the end.</summary>
    int Read(long offset, Span<byte> buffer);

    /// <summary>Writes; what part of it outlives a crash is unknown until <see cref="Sync"/> returns.</summary>
    void Write(long offset, ReadOnlySpan<byte> bytes);

    /// <summary>Returns when all that was written is on disk.</summary>
    void Sync();
}
