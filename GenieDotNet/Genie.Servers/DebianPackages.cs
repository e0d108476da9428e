using System.Diagnostics;

namespace Genie.Servers;

/// <summary>Installs Debian packages, without starting the services that come with them.</summary>
public static class DebianPackages
{
    private const string PolicyFile = "/usr/sbin/policy-rc.d";

    /// <summary>Installs those of <paramref name="names"/> that are not there yet. Needs root.</summary>
    /// <exception cref="ServerException">This is no Debian, the user is not root, or apt-get failed; its last lines are in the message.</exception>
    public static async Task InstallAsync(IReadOnlyCollection<string> names, CancellationToken cancellationToken)
    {
        List<string> missing = [];
        foreach (var name in names)
        {
            if (!await IsInstalledAsync(name, cancellationToken).ConfigureAwait(false)) missing.Add(name);
        }

        if (missing.Count == 0) return;
        var aptGet = Executables.Find("apt-get") ?? throw new ServerException($"Only Debian packages can be installed, and there is no apt-get here. Needed: {string.Join(", ", missing)}.");
        if (!Environment.IsPrivilegedProcess) throw new ServerException($"Installing needs root: sudo apt-get install {string.Join(' ', missing)}");

        // Debian starts a service as soon as it is installed, on its standard port and with its own data, unless this
        // file says otherwise; the servers here are started by hand.
        var ownPolicy = !File.Exists(PolicyFile);
        try
        {
            if (ownPolicy) WritePolicy();
            await RunAsync(aptGet, ["update", "-qq"], cancellationToken).ConfigureAwait(false);
            await RunAsync(aptGet, ["install", "-qq", "-y", "--no-install-recommends", .. missing], cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            if (ownPolicy) File.Delete(PolicyFile);
        }
    }

    private static void WritePolicy()
    {
        File.WriteAllText(PolicyFile, "#!/bin/sh\nexit 101\n");
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(PolicyFile, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    private static async Task<bool> IsInstalledAsync(string name, CancellationToken cancellationToken)
    {
        if (Executables.Find("dpkg-query") is not { } query) return false;
        var (exitCode, output) = await CaptureAsync(query, ["--show", "--showformat=${db:Status-Status}", name], cancellationToken).ConfigureAwait(false);
        return exitCode == 0 && output == "installed";
    }

    private static async Task RunAsync(string fileName, IReadOnlyList<string> arguments, CancellationToken cancellationToken)
    {
        var (exitCode, output) = await CaptureAsync(fileName, arguments, cancellationToken).ConfigureAwait(false);
        if (exitCode != 0)
            throw new ServerException($"{Path.GetFileName(fileName)} {string.Join(' ', arguments)} failed with code {exitCode}:\n{string.Join('\n', output.Trim().Split('\n').TakeLast(12))}");
    }

    private static async Task<(int ExitCode, string Output)> CaptureAsync(string fileName, IReadOnlyList<string> arguments, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(fileName, arguments) { RedirectStandardOutput = true, RedirectStandardError = true, Environment = { ["DEBIAN_FRONTEND"] = "noninteractive" } };
        using var process = Process.Start(start) ?? throw new ServerException($"{fileName} did not start.");
        var output = process.StandardOutput.ReadToEndAsync(cancellationToken);
        var errors = process.StandardError.ReadToEndAsync(cancellationToken);
        await process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
        return (process.ExitCode, (await output.ConfigureAwait(false)) + (await errors.ConfigureAwait(false)));
    }
}
