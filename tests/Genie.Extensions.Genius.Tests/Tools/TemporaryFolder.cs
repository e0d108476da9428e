namespace Genie.Extensions.Genius.Tests.Tools;

/// <summary>A folder that is gone afterwards.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("genie-genius-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
