namespace Genie.Servers.Finding;

/// <summary>A messaging system's server: where it is looked for, how it is recognised and how it is started.</summary>
public sealed record ServerSystem
{
    /// <summary>The system's name in the command line: <c>nats</c>.</summary>
    public required string Name { get; init; }

    /// <summary>What its makers call the server, for people.</summary>
    public required string Title { get; init; }

    /// <summary>Scheme of its URLs.</summary>
    public required string Scheme { get; init; }

    /// <summary>The port it usually has.</summary>
    public required int StandardPort { get; init; }

    /// <summary>Asks what listens at a URL; null where nothing, or something else, answers.</summary>
    public required Func<Uri, CancellationToken, Task<string?>> ProbeAsync { get; init; }

    /// <summary>Service and profile in docker-compose.yml.</summary>
    public required string ComposeService { get; init; }

    /// <summary>The variable by which docker-compose.yml takes the port.</summary>
    public string PortVariable => Variable("PORT");

    /// <summary>The variable that names a server of the user's.</summary>
    public string UrlVariable => Variable("URL");

    /// <summary>The variable that names a program which starts the server: called with a data folder, the port in PORT.</summary>
    public string StartVariable => Variable("START");

    /// <summary>Debian packages of the native server; none where Debian has none.</summary>
    public IReadOnlyList<string> DebianPackages { get; init; } = [];

    /// <summary>True if the native server is installed.</summary>
    public Func<bool> IsInstalled { get; init; } = static () => false;

    /// <summary>Starts the native server on 127.0.0.1, in a folder, on a port; null where there is no native start.</summary>
    public Func<string, int, CancellationToken, Task<ServerProcess>>? StartAsync { get; init; }

    /// <summary>The URL of one on this machine.</summary>
    public Uri LocalUrl(int port) => new($"{Scheme}://127.0.0.1:{port}");

    /// <summary>How this machine could start it: <c>docker</c>, <c>installed</c>, a variable, or null.</summary>
    /// <param name="dockerAnswers">True if a docker engine answers.</param>
    public string? WayToStart(bool dockerAnswers)
    {
        if (dockerAnswers) return "docker";
        if (Environment.GetEnvironmentVariable(StartVariable) is { Length: > 0 }) return StartVariable;
        return IsInstalled() ? "installed" : null;
    }

    private string Variable(string suffix) => $"GENIE_{Name.Replace('-', '_').ToUpperInvariant()}_{suffix}";
}
