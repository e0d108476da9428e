namespace GameLicenseExample.Tests;

/// <summary>A folder that is gone afterwards.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("genie-game-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
