using System.Security.Cryptography;

namespace Genie.Servers;

/// <summary>A PostgreSQL cluster of one's own, with PostGIS where that is installed.</summary>
public static class PostgresServer
{
    /// <summary>The user and the database of a cluster started here.</summary>
    public const string User = "genie";

    // "Fast" shutdown: open connections are ended, not waited for (PostgreSQL manual, section 19.5).
    private const int SignalInterrupt = 2;
    private const string ProgramFolders = "/usr/lib/postgresql";
    private const string ExtensionFolders = "/usr/share/postgresql";

    /// <summary>True if the server and PostGIS are installed (Debian: packages <c>postgresql</c> and <c>postgresql-postgis</c>).</summary>
    public static bool IsInstalled => Find("initdb") is not null && Directory.Exists(ExtensionFolders) && Directory.EnumerateFiles(ExtensionFolders, "postgis.control", SearchOption.AllDirectories).Any();

    /// <summary>How to connect to a cluster started here.</summary>
    public static string ConnectionString(ServerProcess server)
    {
        ArgumentNullException.ThrowIfNull(server);
        return $"Host=127.0.0.1;Port={server.Port};Username={User};Password={Password(server.Folder)};Database=postgres";
    }

    /// <summary>The user's password in a cluster that was created in a folder.</summary>
    public static string Password(string folder) => File.ReadAllText(PasswordFile(folder));

    /// <summary>Creates a cluster in the folder, unless there is one, and starts it on 127.0.0.1.</summary>
    /// <param name="folder">A private folder.</param>
    /// <param name="port">The port.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    public static async Task<ServerProcess> StartAsync(string folder, int port, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        var data = Path.Combine(folder, "data");
        if (!Directory.Exists(data)) await CreateAsync(folder, data, cancellationToken).ConfigureAwait(false);
        var (program, arguments) = AsOrdinaryUser(Required("postgres"), ["-D", data, "-p", $"{port}", "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "shared_buffers=256MB"]);
        return await ServerProcess.StartAsync(
            new ServerCommand { Name = "postgres", FileName = program, Arguments = arguments, Folder = folder, Port = port, StopSignal = SignalInterrupt, ReadyProbe = [Required("pg_isready"), "-q", "-h", "127.0.0.1", "-p", $"{port}"] },
            cancellationToken).ConfigureAwait(false);
    }

    // Under another name until it is complete: what was interrupted would never start.
    private static async Task CreateAsync(string folder, string data, CancellationToken cancellationToken)
    {
        var draft = data + ".draft";
        if (Directory.Exists(draft)) Directory.Delete(draft, recursive: true);
        var password = PasswordFile(folder);
        await File.WriteAllTextAsync(password, Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16)), cancellationToken).ConfigureAwait(false);
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(password, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        if (Environment.IsPrivilegedProcess) await RunAsync("chown", ["-R", "postgres", folder], cancellationToken).ConfigureAwait(false);
        var (program, arguments) = AsOrdinaryUser(Required("initdb"), ["-D", draft, "-U", User, "--auth=scram-sha-256", $"--pwfile={password}", "-E", "UTF8", "--locale=C"]);
        await RunAsync(program, arguments, cancellationToken).ConfigureAwait(false);
        Directory.Move(draft, data);
    }

    // PostgreSQL refuses to run as root. setpriv becomes the program instead of starting it, so signals reach it.
    private static (string Program, List<string> Arguments) AsOrdinaryUser(string program, List<string> arguments) => Environment.IsPrivilegedProcess
        ? (Executables.Find("setpriv") ?? throw new ServerException("setpriv is not installed. On Debian: apt-get install util-linux."), ["--reuid=postgres", "--regid=postgres", "--init-groups", "--", program, .. arguments])
        : (program, arguments);

    private static async Task RunAsync(string program, List<string> arguments, CancellationToken cancellationToken)
    {
        var (exitCode, output) = await ProgramRun.RunAsync(program, arguments, cancellationToken).ConfigureAwait(false);
        if (exitCode != 0) throw new ServerException($"{program} ended with code {exitCode}:\n{output}");
    }

    private static string PasswordFile(string folder) => Path.Combine(folder, "password");

    private static string Required(string program) =>
        Find(program) ?? throw new ServerException("PostgreSQL is not installed. On Debian: apt-get install postgresql postgresql-postgis.");

    // Debian keeps each version's programs in a folder of its own; the newest one is taken.
    private static string? Find(string program) => Directory.Exists(ProgramFolders)
        ? Directory.GetDirectories(ProgramFolders).Order(StringComparer.Ordinal).Reverse().Select(version => Path.Combine(version, "bin", program)).FirstOrDefault(File.Exists)
        : Executables.Find(program);
}
