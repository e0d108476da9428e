namespace Genie.Servers.Releases;

/// <summary>A file of a publisher's that may be fetched: a row of <see cref="ReleaseTable"/>.</summary>
internal sealed record Release
{
    /// <summary>What it is of: <c>kafka</c>.</summary>
    public required string Name { get; init; }

    /// <summary>For people, without the version: <c>Apache Kafka</c>.</summary>
    public required string Title { get; init; }

    /// <summary>Its version.</summary>
    public required string Version { get; init; }

    /// <summary>The only systems that it is for, as <see cref="LinuxSystem"/> names them; empty for all.</summary>
    public string Platform { get; init; } = "";

    /// <summary>Where its publisher has it, for good.</summary>
    public required Uri Address { get; init; }

    /// <summary>Its length as its publisher says it; null where no source was found: then its checksum tells, and <see cref="ReleasePlace.BytesMax"/> bounds it.</summary>
    public long? Bytes { get; init; }

    /// <summary>The sum that its publisher gives; a file with another one is not unpacked.</summary>
    public required Checksum Checksum { get; init; }

    /// <summary>Its name there and here.</summary>
    public string FileName => Address.Segments[^1];

    /// <summary><c>Apache Kafka 4.3.1</c>.</summary>
    public override string ToString() => $"{Title} {Version}";
}
