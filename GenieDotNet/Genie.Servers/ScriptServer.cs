using System.Globalization;

namespace Genie.Servers;

/// <summary>
/// A server that a start script runs: <c>start DATA_DIR</c> in the foreground on 127.0.0.1, given its port and anything
/// else by environment variables, ended by SIGTERM.
/// </summary>
public static class ScriptServer
{
    // A script's second port, if it is given one.
    private const string TlsPort = "TLS_PORT";

    /// <summary>The variable that names the script for tests of a system: <c>GENIE_TEST_KAFKA_START</c>.</summary>
    public static string Variable(string name) => $"GENIE_TEST_{name.ToUpperInvariant()}_START";

    /// <summary>The script named by <see cref="Variable"/>, or null where none is named or there.</summary>
    public static string? Find(string name) =>
        Environment.GetEnvironmentVariable(Variable(name)) is { Length: > 0 } script && File.Exists(script) ? Path.GetFullPath(script) : null;

    /// <summary>Runs the script and waits until its port, and that of <c>TLS_PORT</c>, accept connections.</summary>
    /// <param name="name">The system's name.</param>
    /// <param name="script">The script.</param>
    /// <param name="folder">A private folder; the server's data go into <c>data</c> in it.</param>
    /// <param name="port">Handed over as <c>PORT</c>.</param>
    /// <param name="variables">Further variables, or null.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    /// <exception cref="ServerException">It ended or did not listen in time; the end of its log is in the message.</exception>
    public static Task<ServerProcess> StartAsync(
        string name, string script, string folder, int port, IReadOnlyDictionary<string, string>? variables, CancellationToken cancellationToken) =>
        ServerProcess.StartAsync(
            new ServerCommand
            {
                Name = name,
                FileName = script,
                Arguments = [Path.Combine(folder, "data")],
                Folder = folder,
                Port = port,
                FurtherPorts = variables?.GetValueOrDefault(TlsPort) is { } tlsPort ? [int.Parse(tlsPort, CultureInfo.InvariantCulture)] : [],
                Environment = new Dictionary<string, string>(variables ?? new Dictionary<string, string>()) { ["PORT"] = $"{port}" },
            },
            cancellationToken);
}
