using System.Runtime.InteropServices;

namespace Genie.Servers.Releases;

/// <summary>Which Linux this is, as packages that are built for one tell them apart.</summary>
internal static class LinuxSystem
{
    /// <summary>What os-release(5) and the processor say: <c>debian-12-amd64</c>; <c>unknown</c> parts where the file does not say.</summary>
    public static string Describe(string osRelease = "/etc/os-release")
    {
        var lines = File.Exists(osRelease) ? File.ReadAllLines(osRelease) : [];
        var processor = RuntimeInformation.OSArchitecture is Architecture.X64 ? "amd64" : RuntimeInformation.OSArchitecture.ToString().ToLowerInvariant();
        return $"{Value("ID=")}-{Value("VERSION_ID=")}-{processor}";

        string Value(string key) => lines.FirstOrDefault(line => line.StartsWith(key, StringComparison.Ordinal))?[key.Length..].Trim('"') ?? "unknown";
    }
}
