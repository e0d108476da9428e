namespace Genie.Brokers.Links;

/// <summary>Where a link leads, how it is made and how it is kept alive.</summary>
public sealed record LinkOptions
{
    /// <summary>The system's name, for errors: <c>nats</c>.</summary>
    public required string Broker { get; init; }

    /// <summary>The server's name or address.</summary>
    public required string Host { get; init; }

    /// <summary>The server's port.</summary>
    public required int Port { get; init; }

    /// <summary>The servers of a cluster, which the link may lead to in place of <see cref="Host"/> and <see cref="Port"/>; null where there is one.</summary>
    public ServerList? Servers { get; init; }

    /// <summary>TLS from the first byte if set; protocols that begin in the clear call <see cref="LinkTransport.EncryptAsync"/>.</summary>
    public LinkTls? Tls { get; init; }

    /// <summary>Time for TCP, TLS and the protocol's greeting together. Default 10 s.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Waits between attempts to restore a lost link.</summary>
    public ReconnectPolicy Reconnect { get; init; } = new();

    /// <summary>Time for what is buffered to be sent when the link is disposed. Default 5 s.</summary>
    public TimeSpan CloseTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>A link whose other side takes no byte for this long while some wait is ended. Default 30 s; <see cref="Timeout.InfiniteTimeSpan"/>
    /// where not reading is the protocol's back-pressure.</summary>
    public TimeSpan WriteTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Told when a link is lost, refused, restored; must not block; what it throws changes nothing. The meter and the event source <c>Genie.Brokers</c>
    /// report the same of all links. Links that a library of a system's makers keeps up by itself are not reported. Default: nobody.</summary>
    public Action<LinkChange>? Changed { get; init; }

    /// <summary>Bytes that may wait in the process for the socket; writers wait beyond that. Default 256 KiB: two such buffers
    /// stay within a core's cache, and larger ones were not faster.</summary>
    public int UnflushedBytesMax { get; init; } = 256 * 1024;

    /// <summary>Gives the link a thread of its own that reads with blocking calls, where otherwise two threads of the runtime are
    /// woken per arrival. Meant for links whose continuations or handlers run inline; a writer blocks while the socket is full.
    /// Default false: the thread pool.</summary>
    public bool OwnReadThread { get; init; }

    /// <summary>Bytes of one read from the socket. Default 64 KiB.</summary>
    public int ReadBytes { get; init; } = 64 * 1024;

    /// <summary>The clock of time-outs, of waits between attempts, of heart-beats and of the watch over writes. Default: the system's.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Opens what leads to one server, with any of <see cref="Servers"/> where there are some.</summary>
    /// <param name="open">Connects to the server that its options name.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="BrokerUnreachableException">None can be reached; names the first one tried.</exception>
    public ValueTask<T> OpenOnAnyAsync<T>(Func<LinkOptions, CancellationToken, ValueTask<T>> open, CancellationToken cancellationToken) =>
        Servers is { } servers ? servers.ConnectAsync(this, open, cancellationToken) : open(this, cancellationToken);
}
