using System.Reflection;

namespace Genie.Brokers.Drivers;

/// <summary>Names client libraries with their versions, as <see cref="IBrokerDriver.ClientVersion"/> gives them.</summary>
public static class ClientLibrary
{
    private const string Key = "Package:";

    /// <summary>A package that a driver was built with; the build wrote its version into the driver's assembly, as a library's own is not always its package's.</summary>
    /// <typeparam name="TDriver">A type of the driver's assembly.</typeparam>
    /// <param name="package">The package's name.</param>
    /// <exception cref="InvalidOperationException">The assembly was built without it.</exception>
    public static string OfPackage<TDriver>(string package)
    {
        var version = typeof(TDriver).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().FirstOrDefault(attribute => attribute.Key == Key + package)?.Value;
        return version is null ? throw new InvalidOperationException($"This driver was built without {package}.") : $"{package} {version.Trim('[', ']')}";
    }

    /// <summary>A driver of our own: its assembly.</summary>
    /// <typeparam name="TDriver">A type of the assembly.</typeparam>
    public static string OfWireDriver<TDriver>()
    {
        var name = typeof(TDriver).Assembly.GetName();
        return $"{name.Name} {name.Version?.ToString(3)}";
    }
}
