using System.Runtime.CompilerServices;

namespace Genie.Testing;

/// <summary>The checkout that the tests run in.</summary>
public static class RepositoryRoot
{
    /// <summary>Its folder.</summary>
    /// <param name="thisFile">The caller's own file.</param>
    public static string Find([CallerFilePath] string thisFile = "")
    {
        // Deterministic builds may rewrite the path of the source, the output folder is then the way to the checkout.
        var folder = File.Exists(thisFile) ? Path.GetDirectoryName(thisFile) : AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "GenieDotNet.slnx"))) folder = Path.GetDirectoryName(folder);
        return folder ?? throw new InvalidOperationException("The tests run outside of the checkout.");
    }
}
