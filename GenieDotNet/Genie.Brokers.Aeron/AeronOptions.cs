namespace Genie.Brokers.Aeron;

/// <summary>How Aeron is reached: the media driver on this machine, and the channel that listeners are found on.</summary>
public sealed record AeronOptions
{
    /// <summary>The folder of the media driver (<c>aeron.dir</c>). Empty, the default, is Aeron's own: <c>/dev/shm/aeron-USER</c>, elsewhere than on Linux in the temporary folder.</summary>
    public string Dir { get; init; } = "";

    /// <summary><c>aeron:ipc</c> (shared memory, the default) or <c>aeron:udp?endpoint=HOST:PORT</c>, where listeners receive.</summary>
    public string Channel { get; init; } = "aeron:ipc";

    /// <summary>Where connections receive answers. Empty, the default, is the channel itself with IPC; with UDP its endpoint with the next port.</summary>
    public string ReplyChannel { get; init; } = "";

    /// <summary>What the polling thread does while nothing comes. Default <see cref="AeronIdle.Backoff"/>.</summary>
    public AeronIdle Idle { get; init; } = AeronIdle.Backoff;

    /// <summary>Length of one of the three terms of a log buffer: a power of two from 64 KiB to 1 GiB. The largest message is an eighth of it, up to 16 MiB; with IPC half of it is in flight at most. Default 8 MiB.</summary>
    public int TermBytes { get; init; } = 8 * 1024 * 1024;

    /// <summary>A media driver that shows no sign of life for so long is taken for dead. Default 10 s, as Aeron's own clients do.</summary>
    public TimeSpan DriverTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Time for the media driver to open what a connection or listener needs. Default 10 s.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);
}
