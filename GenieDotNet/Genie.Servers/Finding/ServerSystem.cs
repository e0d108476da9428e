using Genie.Brokers.Drivers;
using Genie.Servers.Releases;

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

    /// <summary>The port that one is given which is started as a process, if it is free; null for <see cref="StandardPort"/>.</summary>
    public int? NativePort { get; init; }

    /// <summary>Asks what listens at a URL; null where nothing, or something else, answers.</summary>
    public required Func<Uri, CancellationToken, Task<string?>> ProbeAsync { get; init; }

    /// <summary>Service and profile in docker-compose.yml; empty where a container would be of no use.</summary>
    public required string ComposeService { get; init; }

    /// <summary>The variable by which docker-compose.yml takes the port.</summary>
    public string PortVariable => Variable("PORT");

    /// <summary>The driver's setting that takes the address.</summary>
    public string AddressSetting => FolderOf is null ? BrokerOptionsBinder.UrlSetting : "dir";

    /// <summary>The variable that names a server of the user's.</summary>
    public string UrlVariable => Variable(AddressSetting.ToUpperInvariant());

    /// <summary>The variable that names a program which starts the server: called with a data folder, the port in PORT.</summary>
    public string StartVariable => Variable(StartVariableSuffix);

    /// <summary>The end of that variable's name.</summary>
    public string StartVariableSuffix { get; init; } = "START";

    /// <summary>For a server that is found by a folder and not by a port: the folder of one that was started in the given one.</summary>
    public Func<string, string>? FolderOf { get; init; }

    /// <summary>The folder where such a server usually is.</summary>
    public string StandardFolder { get; init; } = "";

    /// <summary>The variable by which that program takes a second port, where a server needs one; empty where none does.</summary>
    public string SecondPortVariable { get; init; } = "";

    /// <summary>The second port, if it is free and clients look for it there; null where any will do.</summary>
    public int? SecondPort { get; init; }

    /// <summary>True if the server as it is started here lets nobody in without a password.</summary>
    public bool AsksForPassword { get; init; }

    /// <summary>True if clients are told by the server where it is, and go there whatever address they came by.</summary>
    public bool TellsAddress { get; init; }

    /// <summary>Starts the native server so that it lets nobody in without a password, which nobody is told; null where there is no such start.</summary>
    public Func<string, int, CancellationToken, Task<ServerProcess>>? StartGuardedAsync { get; init; }

    /// <summary>Debian packages of the native server; none where Debian has none.</summary>
    public IReadOnlyList<string> DebianPackages { get; init; } = [];

    /// <summary>True if the native server is installed.</summary>
    public Func<bool> IsInstalled { get; init; } = static () => false;

    /// <summary>Starts the native server on 127.0.0.1, in a folder, on a port; null where there is no native start.</summary>
    public Func<string, int, CancellationToken, Task<ServerProcess>>? StartAsync { get; init; }

    /// <summary>What <c>--install</c> fetches where there is no package, for people: <c>Apache Kafka 4.3.1</c>; empty where there is nothing to fetch.</summary>
    public string ReleaseTitle => Released?.Release?.ToString() ?? "";

    /// <summary>The server as its makers release it; null where none is fetched.</summary>
    internal ReleasedServer? Released { get; init; }

    /// <summary>User and password of one that was started as a process in a folder, as in a URL; none by default.</summary>
    public Func<string, string> NativeCredentials { get; init; } = static _ => "";

    /// <summary>User and password that docker-compose.yml sets unless GENIE_{NAME}_USER and GENIE_{NAME}_PASSWORD do; empty where the driver's own default is the same.</summary>
    public string ComposeCredentials { get; init; } = "";

    /// <summary>The URL of one on this machine.</summary>
    /// <param name="port">The port.</param>
    /// <param name="credentials">User and password, with a colon between; empty for none.</param>
    public Uri LocalUrl(int port, string credentials = "") => new($"{Scheme}://{(credentials.Length > 0 ? credentials + "@" : "")}127.0.0.1:{port}");

    /// <summary>The URL of one that was started on this machine as a process.</summary>
    /// <param name="folder">Where it was started.</param>
    /// <param name="port">The port that it was given.</param>
    /// <param name="credentials">As for <see cref="LocalUrl"/>.</param>
    public Uri UrlOf(string folder, int port, string credentials = "") => FolderOf is null ? LocalUrl(port, credentials) : FileUrl(FolderOf(folder));

    /// <summary>The URL of one that was started on this machine as a process, with the credentials that it was given.</summary>
    /// <param name="process">The process.</param>
    public Uri UrlOf(ServerProcess process) => UrlOf(process.Folder, process.Port, NativeCredentials(process.Folder));

    /// <summary>Where one usually is.</summary>
    public Uri StandardUrl => FolderOf is null ? LocalUrl(StandardPort) : FileUrl(StandardFolder);

    /// <summary>A URL as the driver's <see cref="AddressSetting"/> takes it.</summary>
    public string SettingOf(Uri url) => FolderOf is null ? url.ToString() : url.LocalPath;

    /// <summary>A URL for people: host and port, or the folder.</summary>
    public string PlaceOf(Uri url) => FolderOf is null ? $"{url.Host}:{url.Port}" : url.LocalPath;

    /// <summary>How this machine could start it: <c>docker</c>, <c>installed</c>, a variable, or null.</summary>
    /// <param name="dockerAnswers">True if a docker engine answers.</param>
    public string? WayToStart(bool dockerAnswers)
    {
        if (dockerAnswers && ComposeService.Length > 0) return "docker";
        if (Environment.GetEnvironmentVariable(StartVariable) is { Length: > 0 }) return StartVariable;
        return IsInstalled() || Released is { IsInstalled: true } ? "installed" : null;
    }

    /// <summary>Starts it as a process on 127.0.0.1, in a folder, on a port: by the user's program, the installed one, or the release that was fetched; null where there is none of them.</summary>
    public Func<string, int, CancellationToken, Task<ServerProcess>>? NativeStart()
    {
        if (Environment.GetEnvironmentVariable(StartVariable) is not { Length: > 0 } program) return IsInstalled() ? StartAsync : Released?.NativeStart();
        if (FolderOf is not null) return (folder, _, token) => AeronServer.StartAsync(Path.GetFullPath(program), folder, null, token);
        return (folder, port, token) => ScriptServer.StartAsync(
            Name, Path.GetFullPath(program), folder, port,
            SecondPortVariable.Length > 0 ? new Dictionary<string, string> { [SecondPortVariable] = $"{Ports.PickFree(SecondPort)}" } : null, token);
    }

    /// <summary>User and password of one that docker compose starts.</summary>
    internal string ContainerCredentials()
    {
        if (Environment.GetEnvironmentVariable(Variable("PASSWORD")) is not { Length: > 0 } password) return ComposeCredentials;
        var user = Environment.GetEnvironmentVariable(Variable("USER")) is { Length: > 0 } given ? given : "genie";
        return $"{Uri.EscapeDataString(user)}:{Uri.EscapeDataString(password)}";
    }

    // With its scheme in the original text, which is what is written down and read again.
    private static Uri FileUrl(string path) => new UriBuilder(Uri.UriSchemeFile, "") { Path = path }.Uri;

    private string Variable(string suffix) => $"GENIE_{Name.Replace('-', '_').ToUpperInvariant()}_{suffix}";
}
