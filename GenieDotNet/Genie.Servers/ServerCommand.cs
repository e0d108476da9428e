namespace Genie.Servers;

/// <summary>What to run so that a server listens.</summary>
public sealed record ServerCommand
{
    /// <summary>SIGTERM, on which most servers shut down gracefully.</summary>
    public const int SignalTerminate = 15;

    /// <summary>The system's name: <c>nats</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The program's full path; see <see cref="Executables"/>.</summary>
    public required string FileName { get; init; }

    /// <summary>Its arguments.</summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>Variables added to this process's environment.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>A private folder for data, configuration, the log (<c>server.log</c>) and the pid file.</summary>
    public required string Folder { get; init; }

    /// <summary>The port that accepts connections once the server is up, on 127.0.0.1; 0 where <see cref="IsUp"/> tells.</summary>
    public required int Port { get; init; }

    /// <summary>Called with the process id, true once the server is up; for those that have no port. Null: the port tells.</summary>
    public Func<int, bool>? IsUp { get; init; }

    /// <summary>Further ports that must accept connections too, as one for TLS: servers open theirs one after the other.</summary>
    public IReadOnlyList<int> FurtherPorts { get; init; } = [];

    /// <summary>The signal that shuts it down gracefully. Default SIGTERM.</summary>
    public int StopSignal { get; init; } = SignalTerminate;

    /// <summary>A program with its arguments that ends with code 0 once the server answers; for servers that listen before they do.</summary>
    public IReadOnlyList<string> ReadyProbe { get; init; } = [];

    /// <summary>Gives up waiting for the port after this long. Default 60 s.</summary>
    public TimeSpan StartTimeout { get; init; } = TimeSpan.FromSeconds(60);
}
