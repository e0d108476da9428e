using System.Reflection;
using System.Runtime.InteropServices;
using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>
/// Finds librdkafka for the managed client: the one that its package brought, else the system's (Debian: librdkafka1), and
/// checks that it is new enough for what the driver uses.
/// </summary>
internal static class LibrdkafkaLoader
{
    // The oldest that is tested. What it lacks on this driver's paths: see LeaderEpochs.
    private const int OldestVersion = 0x020000ff;

    private static readonly string[] SystemNames = ["librdkafka.so.1", "librdkafka.1.dylib", "librdkafka"];
    private static readonly Lock Loading = new();
    private static string? _version;
    private static nint _library;

    /// <summary>Version of the native library, such as <c>2.0.2</c>.</summary>
    public static string Version => _version ?? throw new InvalidOperationException("Call Load first.");

    /// <summary>Loads the library once for the process.</summary>
    /// <param name="file">A library file that the user names, or empty.</param>
    /// <exception cref="BrokerException">No library was found, or it is too old; says what to install.</exception>
    public static void Load(string file)
    {
        lock (Loading)
        {
            if (_version is not null) return;
            NativeLibrary.SetDllImportResolver(typeof(Library).Assembly, (name, assembly, path) => Resolve(name, assembly, path, file));
            try
            {
                var version = Library.Version;
                var text = Library.VersionString;
                if (version < OldestVersion)
                    throw new BrokerException($"kafka: librdkafka {text} is too old, 2.0 or newer is needed. Install a newer one, or name its file with GENIE_KAFKA_LIBRDKAFKA.", isTransient: false);
                LeaderEpochs.StandInWhereMissing(_library);
                _version = text;
            }
            catch (Exception error) when (error is DllNotFoundException or TypeInitializationException or InvalidOperationException)
            {
                throw new BrokerException(
                    "kafka: librdkafka was not found. On Debian: apt-get install librdkafka1; or name its file with GENIE_KAFKA_LIBRDKAFKA.", isTransient: false, error);
            }
        }
    }

    private static nint Resolve(string name, Assembly assembly, DllImportSearchPath? path, string file)
    {
        if (!name.Contains("rdkafka", StringComparison.Ordinal)) return 0;
        if (_library == 0) _library = file.Length > 0 ? NativeLibrary.Load(file) : Find(name, assembly, path);
        return _library;
    }

    private static nint Find(string name, Assembly assembly, DllImportSearchPath? path)
    {
        // What lies beside the assembly comes first: it is the version that the managed part was built for.
        if (NativeLibrary.TryLoad(name, assembly, path, out var library)) return library;
        foreach (var candidate in SystemNames)
        {
            if (NativeLibrary.TryLoad(candidate, out library)) return library;
        }

        return 0;
    }
}
