using Genie.Brokers.Drivers;

namespace Genie.Brokers.Conformance;

/// <summary>A driver with its server, and what the suite may do to them.</summary>
public sealed record ConformanceSubject
{
    /// <summary>
    /// After this long a server has written down that a channel exists, which it may say before; nothing tells when it has. RabbitMQ, killed
    /// within moments of a queue's first declaration, forgets the queue in one run of some twenty, with all that it confirmed for it and
    /// whatever the client; its driver's guarantee names that. A check of what outlives a crash is about channels that are there.
    /// </summary>
    public static readonly TimeSpan DeclarationIsWritten = TimeSpan.FromSeconds(5);

    /// <summary>The driver under test.</summary>
    public required IBrokerDriver Driver { get; init; }

    /// <summary>Its options, a record of <see cref="IBrokerDriver.OptionsType"/>, that lead to the server.</summary>
    public required object Options { get; init; }

    /// <summary>
    /// Kills the server as a crash would, keeps it down for the given time, starts it again on the same data and returns
    /// once it listens. Null where the server is the user's or where there is none.
    /// </summary>
    public Func<TimeSpan, Task>? CrashAndRestartServer { get; init; }

    /// <summary>Halts the server's process, or lets it go on. Null where <see cref="CrashAndRestartServer"/> is, or signals are unknown.</summary>
    public Action<bool>? PauseServer { get; init; }

    /// <summary>A broker whose server is sought on 127.0.0.1 at the given port. Null where a system has no server address.</summary>
    public Func<int, IBroker>? AtPort { get; init; }

    /// <summary>The server's port on 127.0.0.1, to be reached through a relay with <see cref="AtPort"/>; 0 where clients would learn of
    /// another address from the server.</summary>
    public int ServerPort { get; init; }

    /// <summary>Port on 127.0.0.1 of a server that takes any password; used with <see cref="WithWrongPassword"/>. 0 where there is none.</summary>
    public int AnyPasswordPort { get; init; }

    /// <summary>
    /// A broker with a wrong password whose server is sought on 127.0.0.1 at the given port; it is a relay to
    /// <see cref="PasswordServerPort"/> that counts the attempts. Null where no server with passwords is at hand.
    /// </summary>
    public Func<int, IBroker>? WithWrongPassword { get; init; }

    /// <summary>Port on 127.0.0.1 of a server that asks for a password; used with <see cref="WithWrongPassword"/>.</summary>
    public int PasswordServerPort { get; init; }

    /// <summary>Connections that one refused connect may cost: a client may try a second mechanism or protocol version. Default 4.</summary>
    public int RefusedConnectAttemptsMax { get; init; } = 4;

    /// <summary>Time-out of requests that are to be answered: only a safety net. Default 30 s.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long messages may take to arrive, and a driver to recover after a crash of its server. Default 90 s.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>The suite sends no message larger than this; where the driver takes more, the check of the largest is not applicable. Default 256 MiB.</summary>
    public int SentPayloadBytesMax { get; init; } = 256 << 20;

    /// <summary>Checks that this driver does not keep, each with the reason. They are reported as not applicable.</summary>
    public IReadOnlyDictionary<string, string> Deviations { get; init; } = new Dictionary<string, string>();

    /// <summary>A new broker on the server.</summary>
    public IBroker CreateBroker() => Driver.Create(Options);

    /// <summary>A channel that nobody used before.</summary>
    public static string NewChannel() => $"conformance-{Guid.NewGuid().ToString("n")[..12]}";
}
