using System.Reflection;

namespace Genie.Benchmarks.Drivers;

/// <summary>Client packages that no package source had when the drivers were built; their assemblies carry the names.</summary>
internal static class MissingClients
{
    private const string Key = "MissingClientPackage:";
    private const string AssemblyPrefix = "Genie.Brokers.";

    /// <summary>Names and versions of what a system's project was built without.</summary>
    public static IReadOnlyList<(string Package, string Version)> Of(string broker)
    {
        var file = Directory.EnumerateFiles(AppContext.BaseDirectory, AssemblyPrefix + "*.dll")
            .FirstOrDefault(path => Path.GetFileNameWithoutExtension(path)[AssemblyPrefix.Length..].Equals(broker, StringComparison.OrdinalIgnoreCase));
        return file is null
            ? []
            : [.. Assembly.Load(Path.GetFileNameWithoutExtension(file)).GetCustomAttributes<AssemblyMetadataAttribute>()
                .Where(attribute => attribute.Key.StartsWith(Key, StringComparison.Ordinal))
                .Select(attribute => (attribute.Key[Key.Length..], attribute.Value ?? ""))];
    }
}
