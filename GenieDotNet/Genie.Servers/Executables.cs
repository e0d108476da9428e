namespace Genie.Servers;

/// <summary>Finds installed programs, also where Debian keeps daemons that are not on a user's PATH.</summary>
public static class Executables
{
    private static readonly string[] DaemonFolders = ["/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/lib/rabbitmq/bin"];

    /// <summary>The full path of the first of <paramref name="names"/> that is installed, or null.</summary>
    public static string? Find(params string[] names)
    {
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Concat(DaemonFolders);
        return names.SelectMany(name => folders.Select(folder => Path.Combine(folder, name))).FirstOrDefault(File.Exists);
    }
}
