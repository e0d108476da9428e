namespace Genie.Brokers.Grains;

/// <summary>Settings of the grains of one process.</summary>
public sealed record GrainsOptions
{
    /// <summary>Virtual grains of a channel, over which its connections are spread. Default 16.</summary>
    public int Streams { get; init; } = 16;

    /// <summary>Messages that wait for one grain; further senders wait. Default 1,024.</summary>
    public int MailboxCapacity { get; init; } = 1024;

    /// <summary>The largest message taken, in bytes. Default 16 MiB.</summary>
    public int MaxMessageBytes { get; init; } = 16 * 1024 * 1024;
}
