using Genie.Servers.Finding;

namespace Genie.Servers.Releases;

/// <summary>What releases there are, where they are fetched from and where they are put; the published ones and this user's folder by default.</summary>
internal sealed record ReleasePlace
{
    /// <summary>The variable that names a mirror.</summary>
    public const string MirrorVariable = "GENIE_MIRROR";

    /// <summary>What may be fetched.</summary>
    public IReadOnlyList<Release> Table { get; init; } = ReleaseTable.All;

    /// <summary>Takes what is fetched, and each release unpacked in a folder of its own.</summary>
    public string Folder { get; init; } = Path.Combine(ServerFolders.Root, "releases");

    /// <summary>Takes the place of the scheme and host of every address; null for the publishers' own.</summary>
    public string? Mirror { get; init; } = Environment.GetEnvironmentVariable(MirrorVariable) is { Length: > 0 } given ? given : null;

    /// <summary>The clock of the deadlines.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>How long the answer's first bytes may take, with the name's look-up, TLS and redirections.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>How long no byte may come.</summary>
    public TimeSpan StallTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long a file may take as a whole.</summary>
    public TimeSpan WholeTimeout { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>More than any release has.</summary>
    public long BytesMax { get; init; } = 1L << 30;

    /// <summary>The release of a name, for a platform where there is one for each.</summary>
    public Release? Find(string name, string platform = "") => Table.FirstOrDefault(release => release.Name == name && release.Platform == platform);

    /// <summary>Where it is fetched from.</summary>
    /// <exception cref="ServerException">The mirror is no URL.</exception>
    public Uri AddressOf(Release release)
    {
        if (Mirror is null) return release.Address;
        return Uri.TryCreate(Mirror, UriKind.Absolute, out var mirror) && mirror.Scheme is "http" or "https"
            ? new Uri(mirror.GetComponents(UriComponents.SchemeAndServer | UriComponents.Path, UriFormat.UriEscaped).TrimEnd('/') + release.Address.AbsolutePath)
            : throw new ServerException($"{MirrorVariable} is no URL. Give it as https://HOST or https://HOST/PATH; {release.Address.AbsolutePath} is added to it.");
    }

    /// <summary>The fetched file.</summary>
    public string FileOf(Release release) => Path.Combine(Folder, release.FileName);

    /// <summary>The release unpacked.</summary>
    public string HomeOf(Release release) => Path.Combine(Folder, $"{release.Name}-{release.Version}");
}
