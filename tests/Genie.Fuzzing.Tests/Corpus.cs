using System.Security.Cryptography;
using Genie.Testing;

namespace Genie.Fuzzing.Tests;

/// <summary>Inputs that are kept: they broke a decoder once, or lead to an outcome of their own. One folder a decoder, files named by their content.</summary>
/// <param name="decoder">The decoder's name.</param>
internal sealed class Corpus(string decoder)
{
    /// <summary>Larger inputs are not worth their room.</summary>
    public const int KeptBytesMax = 2048;

    private static readonly string Root = RepositoryRoot.Find();

    private string Folder => Path.Combine(Root, "tests", "Genie.Fuzzing.Tests", "Corpus", decoder);

    /// <summary>All of them, in an order that does not depend on the file system.</summary>
    public IReadOnlyList<byte[]> Read() =>
        Directory.Exists(Folder) ? [.. Directory.GetFiles(Folder, "*.bin").Order(StringComparer.Ordinal).Select(File.ReadAllBytes)] : [];

    /// <summary>Adds one.</summary>
    public void Add(byte[] input) => Write(Folder, input);

    /// <summary>Writes an input that broke the decoder where the results of the tests are; returns a sentence that says where.</summary>
    public string Report(byte[] input)
    {
        var file = Write(Path.Combine(Root, "TestResults", "fuzzing", decoder), input);
        return $"The input of {input.Length} bytes is in {Path.GetRelativePath(Root, file)}; put it into {Path.GetRelativePath(Root, Folder)} with the correction.";
    }

    private static string Write(string folder, byte[] input)
    {
        var file = Path.Combine(Directory.CreateDirectory(folder).FullName, Convert.ToHexStringLower(SHA256.HashData(input))[..16] + ".bin");
        File.WriteAllBytes(file, input);
        return file;
    }
}
