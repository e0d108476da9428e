using System.Security.Cryptography.X509Certificates;

namespace Genie.Extensions.Genius.Client;

/// <summary>Where a Genius server is, who asks it, and how long the client tries.</summary>
public sealed record GeniusClientOptions
{
    /// <summary>The server's gRPC address: <c>https://HOST:PORT</c>, or <c>http://HOST:PORT</c> without TLS.</summary>
    public required Uri Address { get; init; }

    /// <summary>An API key of the server, sent as <c>authorization: Bearer KEY</c>. Null, the default: none.</summary>
    public string? ApiKey { get; init; }

    /// <summary>Gives the bearer token of a call, such as a JWT, and is asked before each attempt; in place of <see cref="ApiKey"/>. It keeps a token for as long as it is valid. Null, the default: none.</summary>
    public Func<CancellationToken, ValueTask<string>>? Token { get; init; }

    /// <summary>A certificate with its private key by which the server knows this client. Whoever gives it disposes of it after the client. Null, the default: none.</summary>
    public X509Certificate2? ClientCertificate { get; init; }

    /// <summary>Roots that the server's certificate may come from, in place of the machine's. Null, the default: the machine's.</summary>
    public X509Certificate2Collection? TrustedRoots { get; init; }

    /// <summary>How long a call that may be repeated is tried, from its first attempt on. Default 30 s; <see cref="Timeout.InfiniteTimeSpan"/>: until it is cancelled.</summary>
    public TimeSpan RetryTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>What passes before the second attempt; each time twice as long, less a random part of up to a half. A server that names a longer time is obeyed. Default 100 ms.</summary>
    public TimeSpan RetryDelay { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>The longest that this becomes. Default 5 s.</summary>
    public TimeSpan RetryDelayMax { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>A connection on which nothing comes for so long is asked whether it is still there, and given up when it does not answer within as long. Default 15 s.</summary>
    public TimeSpan KeepAliveInterval { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>The largest message that is taken, in bytes, at least 16,384. Default 4 MiB. Servers keep to it: facts beyond it lose their lists.</summary>
    public int MessageBytesMax { get; init; } = 4 << 20;

    /// <summary>Told of each attempt that failed and is repeated. Default: nobody.</summary>
    public Action<GeniusClientException>? Retrying { get; init; }

    /// <summary>The clock of what is waited for between attempts.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Where the server is; the compiler's own text would show the key.</summary>
    public override string ToString() => $"{nameof(GeniusClientOptions)} {{ {nameof(Address)} = {Address.GetComponents(UriComponents.SchemeAndServer, UriFormat.UriEscaped)} }}";
}
