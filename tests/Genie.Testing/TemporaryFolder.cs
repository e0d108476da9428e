namespace Genie.Testing;

/// <summary>A folder that is gone after the test.</summary>
public sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("genie-test-").FullName;

    /// <summary>Writes a file, with the folders above it; returns its path.</summary>
    public string Write(string name, string content)
    {
        var file = System.IO.Path.Combine(Path, name);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(file)!);
        File.WriteAllText(file, content);
        return file;
    }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
