namespace Genie.Testing.Runner;

/// <summary>The Debian packages that tests need: servers, native libraries, other languages' codecs to agree with, and a browser.</summary>
internal static class TestPackages
{
    /// <summary>Their names.</summary>
    public static IReadOnlyList<string> All { get; } =
    [
        "nats-server", "rabbitmq-server", "mosquitto", "activemq", "redis-server", "postgresql-15", "postgresql-15-postgis-3",
        "libzmq5", "librdkafka1", "openjdk-17-jre-headless",
        "python3-avro", "python3-grpcio", "gdal-bin",
        "chromium",
        "docker-compose",
    ];
}
