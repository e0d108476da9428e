namespace Genie.Brokers.Aeron.MediaDriver;

/// <summary>
/// The media driver's command-and-control file, <c>cnc.dat</c> (CncFileDescriptor of Aeron 1.51, version 0.2.0): two cache
/// lines of numbers, then the buffer of commands, the broadcasts to clients, and the counters' names and values.
/// </summary>
internal sealed class CncFile : IDisposable
{
    private const string FileName = "cnc.dat";
    private const int HeadBytes = 128;
    private const int VersionOffset = 0;
    private const int ToDriverLengthOffset = 4;
    private const int ToClientsLengthOffset = 8;
    private const int CounterMetadataLengthOffset = 12;
    private const int CounterValuesLengthOffset = 16;
    private const int StartTimestampOffset = 32;
    private const int ProcessIdOffset = 40;

    // Of 0.2.x the parts used here are the same.
    private const int KnownVersion = 0x000200;
    private const int PatchMask = 0xFF;

    // Of the ring buffer's trailer, which follows its capacity: see CommandBuffer.
    private const int TrailerBytes = 768;
    private const int HeartbeatOffset = 640;

    private readonly MappedFile _file;

    private CncFile(MappedFile file)
    {
        _file = file;
        var head = file.Part(0, HeadBytes);
        (StartedMilliseconds, ProcessId) = (head.ReadInt64(StartTimestampOffset), head.ReadInt64(ProcessIdOffset));
        long toDriver = head.ReadInt32(ToDriverLengthOffset), toClients = head.ReadInt32(ToClientsLengthOffset);
        long metadata = head.ReadInt32(CounterMetadataLengthOffset), values = head.ReadInt32(CounterValuesLengthOffset);
        ToDriver = file.Part(HeadBytes, toDriver);
        ToClients = file.Part(HeadBytes + toDriver, toClients);
        Counters = new CounterTable(file.Part(HeadBytes + toDriver + toClients, metadata), file.Part(HeadBytes + toDriver + toClients + metadata, values));
    }

    /// <summary>When the media driver started, in milliseconds since 1970.</summary>
    public long StartedMilliseconds { get; }

    /// <summary>Its process id, as it sees it.</summary>
    public long ProcessId { get; }

    /// <summary>Commands to the media driver.</summary>
    public SharedMemory ToDriver { get; }

    /// <summary>Its answers and news.</summary>
    public SharedMemory ToClients { get; }

    /// <summary>The counters of all its clients.</summary>
    public CounterTable Counters { get; }

    /// <summary>The media driver with its version, which it writes into a counter's label: "Aeron software: version=1.51.0 commit=...".</summary>
    public string Server
    {
        get
        {
            var version = Counters.FindLabel("Aeron software: version="u8) is { } label ? label.Split('=', ' ')[3] : "of an unknown version";
            return $"Aeron media driver {version}";
        }
    }

    /// <summary>When the media driver last showed that it lives, in milliseconds since 1970.</summary>
    public long HeartbeatMilliseconds => ToDriver.ReadInt64Acquire(ToDriver.Length - TrailerBytes + HeartbeatOffset);

    /// <summary>Opens the file of a media driver that lives.</summary>
    /// <param name="folder">The media driver's folder.</param>
    /// <param name="timeout">How old its last sign of life may be.</param>
    /// <exception cref="BrokerUnreachableException">There is none, or it is dead.</exception>
    /// <exception cref="BrokerProtocolException">It is of another version.</exception>
    public static CncFile Open(string folder, TimeSpan timeout)
    {
        MappedFile file;
        try
        {
            file = new MappedFile(Path.Combine(folder, FileName));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new BrokerUnreachableException(AeronDrivers.Name, folder, error is UnauthorizedAccessException ? "its files may not be read" : "no media driver has its files there");
        }

        try
        {
            return Open(file, folder, timeout);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Why the media driver is to be taken for dead, or null while it lives.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="timeout">How old its last sign of life may be.</param>
    public string? WhyDead(string folder, TimeSpan timeout)
    {
        Span<byte> head = stackalloc byte[HeadBytes];
        try
        {
            using var file = File.OpenHandle(Path.Combine(folder, FileName), FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            if (RandomAccess.Read(file, head, 0) < HeadBytes || BitConverter.ToInt64(head[StartTimestampOffset..]) != StartedMilliseconds || BitConverter.ToInt64(head[ProcessIdOffset..]) != ProcessId)
                return "the media driver was started anew";
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return "the media driver was ended";
        }

        return IsStale(timeout) ? $"the media driver has shown no sign of life for {timeout.TotalSeconds:0.###} s" : null;
    }

    public void Dispose() => _file.Dispose();

    private static CncFile Open(MappedFile file, string folder, TimeSpan timeout)
    {
        // The version is written last.
        var version = file.Part(0, HeadBytes).ReadInt32Acquire(VersionOffset);
        if (version == 0) throw new BrokerUnreachableException(AeronDrivers.Name, folder, "the media driver is just starting");
        if ((version & ~PatchMask) != KnownVersion)
            throw new BrokerProtocolException(AeronDrivers.Name, $"cnc.dat has version {version >> 16}.{(version >> 8) & 0xFF}.{version & 0xFF}, not 0.2");
        var opened = new CncFile(file);
        return opened.IsStale(timeout) ? throw new BrokerUnreachableException(AeronDrivers.Name, folder, "its media driver has ended without removing its files") : opened;
    }

    private bool IsStale(TimeSpan timeout) =>
        DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() - HeartbeatMilliseconds > timeout.TotalMilliseconds;
}
