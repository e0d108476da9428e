namespace Genie.Servers.Installing;

/// <summary>
/// Debian starts a service as soon as it is installed, on its standard port and with its own data, unless this file says
/// otherwise; servers that genie installs are started by hand. A policy of the machine's own is left as it is.
/// </summary>
internal sealed class ServicePolicy : IDisposable
{
    // Known again after a crash, which must not deny services for ever.
    private const string Text = "#!/bin/sh\n# geniedotnet: no service starts while servers are being installed\nexit 101\n";

    private readonly string? _file;

    private ServicePolicy(string? file) => _file = file;

    /// <summary>Lets no service start until this is disposed of.</summary>
    public static ServicePolicy Deny(string file)
    {
        if (File.Exists(file) && File.ReadAllText(file) != Text) return new ServicePolicy(null);
        File.WriteAllText(file, Text);
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return new ServicePolicy(file);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_file is not null) File.Delete(_file);
    }
}
