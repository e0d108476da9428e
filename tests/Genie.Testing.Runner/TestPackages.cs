using Genie.Servers.Finding;

namespace Genie.Testing.Runner;

/// <summary>The Debian packages that tests need: servers, native libraries, other languages' codecs and clients to agree with, and a browser.</summary>
internal static class TestPackages
{
    /// <summary>Their names; not those of servers that are there already, wherever from.</summary>
    public static IReadOnlyList<string> All() =>
    [
        .. ServerCatalogue.All.Where(system => !system.IsInstalled()).SelectMany(system => system.DebianPackages),
        "libzmq5", "openjdk-17-jre-headless",
        "python3-avro", "python3-grpcio", "ruby-grpc", "python3-paho-mqtt", "python3-stomp", "python3-pika", "python3-kafka", "kcat", "gdal-bin",
        "chromium",
        "docker-compose",
    ];
}
