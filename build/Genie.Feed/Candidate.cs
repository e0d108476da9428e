namespace Genie.Feed;

/// <summary>A package that the feed may or may not have.</summary>
/// <param name="Name">The package's name.</param>
/// <param name="Version">A certain version, or null for the one in Directory.Packages.props; or <see cref="DownloadOnly"/>.</param>
internal sealed record Candidate(string Name, string? Version)
{
    /// <summary>In place of a version: the package alone, without what it depends on.</summary>
    public const string DownloadOnly = "download";

    /// <summary>As it stands in <c>MissingPackages</c>: <c>NATS.Net</c>, or <c>Google.Protobuf/3.34.0</c>.</summary>
    public string Key => Version is null ? Name : $"{Name}/{Version}";

    /// <summary>Usable as the name of a folder and of a project.</summary>
    public string ProjectName => Version is null ? $"probe.{Name}" : $"probe.{Name}.{Version}";

    /// <summary>Reads <see cref="Key"/>.</summary>
    public static Candidate Parse(string key) => key.Split('/', 2) is [var name, var version] ? new(name, version) : new(key, null);
}
