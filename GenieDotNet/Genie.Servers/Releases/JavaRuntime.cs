using System.Globalization;
using System.Text.RegularExpressions;

namespace Genie.Servers.Releases;

/// <summary>The Java that releases run on.</summary>
internal static partial class JavaRuntime
{
    /// <summary>Debian's package of it.</summary>
    public const string DebianPackage = "openjdk-17-jre-headless";

    /// <summary>Kafka 4, Pulsar 4 and Artemis 2.44 are compiled for it.</summary>
    public const int VersionMin = 17;

    /// <summary>The program, or null.</summary>
    public static string? Find() => Executables.Find("java");

    /// <summary>Why there is none that runs the releases; null where there is.</summary>
    public static async Task<string?> FindLackAsync(CancellationToken cancellationToken)
    {
        if (Find() is not { } java) return "there is no 'java' on the PATH";
        var (_, output) = await ProgramRun.RunAsync(java, ["-version"], cancellationToken).ConfigureAwait(false);
        var version = Version().Match(output);
        return version.Success && int.Parse(version.Groups["major"].ValueSpan, CultureInfo.InvariantCulture) < VersionMin ? $"{java} is Java {version.Groups["major"].Value}" : null;
    }

    /// <summary>What to run so that a class of a release serves.</summary>
    /// <param name="name">The system's name.</param>
    /// <param name="folder">The server's folder.</param>
    /// <param name="port">Its port.</param>
    /// <param name="arguments">Java's arguments.</param>
    /// <exception cref="ServerException">There is no Java.</exception>
    public static ServerCommand Command(string name, string folder, int port, IReadOnlyList<string> arguments) => new()
    {
        Name = name,
        FileName = Find() ?? throw new ServerException($"{name} needs Java {VersionMin} or later. On Debian: apt-get install {DebianPackage}"),
        Arguments = arguments,
        Folder = folder,
        Port = port,
        StartTimeout = TimeSpan.FromMinutes(3),
    };

    // Before Java 9 it was 1.8.
    [GeneratedRegex("version \"(1\\.)?(?<major>[0-9]{1,3})")]
    private static partial Regex Version();
}
