using System.Globalization;
using System.Reflection;

namespace Genie.Servers.Finding;

/// <summary>Runs services of docker-compose.yml, where a docker engine answers.</summary>
public sealed class DockerCompose
{
    private const string Project = "geniedotnet";
    private const string FileName = "docker-compose.yml";
    private static readonly TimeSpan EngineTimeout = TimeSpan.FromSeconds(5);

    private readonly string _docker;
    private readonly string _program;
    private readonly IReadOnlyList<string> _arguments;

    private DockerCompose(string docker, string program, IReadOnlyList<string> arguments)
    {
        _docker = docker;
        _program = program;
        _arguments = arguments;
    }

    /// <summary>Docker compose, as docker's plug-in or on its own; null where either is missing or no engine answers.</summary>
    public static async Task<DockerCompose?> FindAsync(CancellationToken cancellationToken)
    {
        if (Executables.Find("docker") is not { } docker) return null;
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(EngineTimeout);
        try
        {
            if ((await ProgramRun.RunAsync(docker, ["info", "--format", "{{.ServerVersion}}"], timeout.Token).ConfigureAwait(false)).ExitCode != 0) return null;
            if ((await ProgramRun.RunAsync(docker, ["compose", "version"], timeout.Token).ConfigureAwait(false)).ExitCode == 0) return new DockerCompose(docker, docker, ["compose"]);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return null;
        }

        return Executables.Find("docker-compose") is { } own ? new DockerCompose(docker, own, []) : null;
    }

    /// <summary>True if servers can be started in containers here.</summary>
    public static async Task<bool> AnswersAsync(CancellationToken cancellationToken) =>
        await FindAsync(cancellationToken).ConfigureAwait(false) is not null;

    /// <summary>Starts a system's service on a port of 127.0.0.1.</summary>
    public Task UpAsync(ServerSystem system, int port, CancellationToken cancellationToken) =>
        ComposeAsync(system, port, ["up", "--detach", system.ComposeService], cancellationToken);

    /// <summary>Ends it and removes its container.</summary>
    /// <param name="system">The system.</param>
    /// <param name="deleteData">Remove its volume, too.</param>
    /// <param name="cancellationToken">Abandons the command.</param>
    public async Task DownAsync(ServerSystem system, bool deleteData, CancellationToken cancellationToken)
    {
        await ComposeAsync(system, system.StandardPort, ["rm", "--stop", "--force", system.ComposeService], cancellationToken).ConfigureAwait(false);

        // The volumes of docker-compose.yml are called as their services. rm -v would remove unnamed ones only.
        if (deleteData) await ProgramRun.RunAsync(_docker, ["volume", "rm", "--force", $"{Project}_{system.ComposeService}"], cancellationToken).ConfigureAwait(false);
    }

    private async Task ComposeAsync(ServerSystem system, int port, IReadOnlyList<string> arguments, CancellationToken cancellationToken)
    {
        var file = Path.Combine(ServerFolders.Root, FileName);
        await WriteFileAsync(file, cancellationToken).ConfigureAwait(false);
        var (exitCode, output) = await ProgramRun.RunAsync(
            _program,
            [.. _arguments, "--project-name", Project, "--file", file, "--profile", system.ComposeService, .. arguments],
            new Dictionary<string, string> { [system.PortVariable] = port.ToString(CultureInfo.InvariantCulture) },
            cancellationToken).ConfigureAwait(false);
        if (exitCode != 0) throw new ServerException($"docker compose {string.Join(' ', arguments)} failed with code {exitCode}:\n{string.Join('\n', output.Trim().Split('\n').TakeLast(12))}");
    }

    private static async Task WriteFileAsync(string file, CancellationToken cancellationToken)
    {
        ServerFolders.CreateRoot();
        await using var content = Assembly.GetExecutingAssembly().GetManifestResourceStream(FileName) ?? throw new InvalidOperationException($"The assembly lacks {FileName}.");
        await using var target = File.Create(file);
        await content.CopyToAsync(target, cancellationToken).ConfigureAwait(false);
    }
}
