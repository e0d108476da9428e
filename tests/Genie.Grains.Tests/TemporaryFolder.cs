namespace Genie.Grains.Tests;

/// <summary>A folder that is gone afterwards.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("genie-grains-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
