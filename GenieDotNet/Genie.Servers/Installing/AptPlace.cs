using System.Diagnostics;

namespace Genie.Servers.Installing;

/// <summary>The system that packages are installed into; this machine's by default.</summary>
internal sealed record AptPlace
{
    /// <summary>Variables for apt-get and dpkg-query beside this process's own.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>apt-get, or null where there is none.</summary>
    public string? AptGet { get; init; } = Executables.Find("apt-get");

    /// <summary>True if packages may be installed.</summary>
    public bool IsPrivileged { get; init; } = System.Environment.IsPrivilegedProcess;

    /// <summary>Held by the one genie that installs; in a folder that only root can write.</summary>
    public string LockFile { get; init; } = "/run/geniedotnet-install.lock";

    /// <summary>Asked by Debian's packages whether a service may be started (invoke-rc.d(8)).</summary>
    public string PolicyFile { get; init; } = "/usr/sbin/policy-rc.d";

    /// <summary>Files of packages that no source need have, by their names.</summary>
    public IReadOnlyDictionary<string, string> Files { get; init; } = new Dictionary<string, string>();

    /// <summary>What apt-get is told to install for a package: its name, or the file.</summary>
    public string SourceOf(string package) => Files.GetValueOrDefault(package, package);

    /// <summary>How long apt-get waits for another program that installs.</summary>
    public TimeSpan LockTimeout { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Starts one of the package system's programs, which can ask nobody and speaks the language in which its words are known.</summary>
    public Process Start(string program, IReadOnlyList<string> arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        start.Environment["DEBIAN_FRONTEND"] = "noninteractive";
        start.Environment["LC_ALL"] = "C.UTF-8";

        // Ubuntu's hook that restarts services after an installation.
        start.Environment["NEEDRESTART_SUSPEND"] = "1";
        foreach (var (name, value) in Environment) start.Environment[name] = value;
        var process = Process.Start(start) ?? throw new ServerException($"{program} did not start.");
        process.StandardInput.Close();
        return process;
    }
}
