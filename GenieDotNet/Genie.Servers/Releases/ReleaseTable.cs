namespace Genie.Servers.Releases;

/// <summary>
/// Everything that <c>--install</c> may fetch beside Debian packages. Each row says which publication its checksum comes from. A new version
/// takes the sum of its publisher's own file (<c>.sha512</c> beside the archive, or the package list), never one of a file that was fetched.
/// </summary>
internal static class ReleaseTable
{
    public const string Kafka = "kafka";
    public const string Artemis = "artemis";
    public const string Pulsar = "pulsar";
    public const string Aeron = "aeron";
    public const string MsQuic = "msquic";

    /// <summary>The rows.</summary>
    public static IReadOnlyList<Release> All { get; } =
    [
        new()
        {
            // downloads.apache.org/kafka/4.3.1/kafka_2.13-4.3.1.tgz.sha512, as quoted in queen-mq/queen, benchmark-queen/2026-09-30-kafka-pulsar/kafka/install.sh (892e7d8).
            Name = Kafka, Title = "Apache Kafka", Version = "4.3.1",
            Address = new Uri("https://archive.apache.org/dist/kafka/4.3.1/kafka_2.13-4.3.1.tgz"),
            Checksum = Checksum.Sha512("c7d7b2318cb51aa0c61d3246a51c349210073c5c9b754947ef965a439f2f939e8600f204e134a75ac31faf3829c9370960ef7c6a9886c8a1dbf0339a21f4c54c"),
        },
        new()
        {
            // Maven Central's file, equal to what jvm-repo-rebuild/reproducible-central built from Apache's sources: content/org/apache/activemq/artemis/
            // artemis-project-2.44.0.buildinfo (662121a) has its length, its sum, and that of the .sha512 beside it.
            Name = Artemis, Title = "Apache Artemis", Version = "2.44.0", Bytes = 46_299_075,
            Address = new Uri("https://repo1.maven.org/maven2/org/apache/activemq/apache-artemis/2.44.0/apache-artemis-2.44.0-bin.tar.gz"),
            Checksum = Checksum.Sha512("d709eafe1ead38234216d324e9876ee0f66265a2deba36b526f64512de4da1e25ae6b5430a03dc002071ed91553c72f3ef01211d7414b14752272cbec66883b4"),
        },
        new()
        {
            // downloads.apache.org/pulsar/pulsar-4.2.4/apache-pulsar-4.2.4-bin.tar.gz.sha512, as quoted in queen-mq/queen, benchmark-queen/2026-09-30-kafka-pulsar/pulsar/install.sh (892e7d8).
            Name = Pulsar, Title = "Apache Pulsar", Version = "4.2.4",
            Address = new Uri("https://archive.apache.org/dist/pulsar/pulsar-4.2.4/apache-pulsar-4.2.4-bin.tar.gz"),
            Checksum = Checksum.Sha512("8c0a63cc6421c8eb3c4a55b8895ca08a38a1c6771758251fc7a82edbc4c6a42bb8ba5c956066b637ec7e049149d467c034e854b571a4cb000f42a47ae6105971"),
        },
        new()
        {
            // NixOS/nixpkgs, pkgs/by-name/ae/aeron/package.nix (169494c): no source quotes Maven Central's .sha512 of it.
            Name = Aeron, Title = "Aeron's media driver", Version = "1.50.4",
            Address = new Uri("https://repo1.maven.org/maven2/io/aeron/aeron-all/1.50.4/aeron-all-1.50.4.jar"),
            Checksum = Checksum.Sha256("c25a7198b5a81054a252c5283037c987035766a7ed288b7a7127e92b04406ed0"),
        },

        // Hypabolic/Hypa, scripts/fetch-msquic-unix.sh (9d0e867). Package lists of Debian archives have SHA-256.
        MsQuicOf("debian-12-amd64", "debian/12", "2.6.1_amd64", "1bdfc12ac97c572f6d511dfdedd9e49cbef17be58a189d9d633ca94e143df275"),
        MsQuicOf("debian-12-arm64", "debian/12", "2.6.1_arm64", "c04695aa3ade68ccfb378e1aa09dcb32be32b452ba8fcfa1c55ee1dc4965a641"),

        // lvivvde/RealmMesh, scripts/install-msquic-dev.sh (04d67b1).
        MsQuicOf("ubuntu-24.04-amd64", "ubuntu/24.04", "2.6.1_amd64", "ff99192ca34d6c5b18fc4b45a94988c3f66c78fbb3bfb7076c3f403eabf531e5"),
        MsQuicOf("ubuntu-24.04-arm64", "ubuntu/24.04", "2.6.1_arm64", "cb2d4d71901cc8bc6b9e1ab35b50b5c381ca70552b6ae800fae22b5b9ac9524e"),

        // psewdon1m-loki/traffic-lab, Linux/build-linux.ps1 (5144b42).
        MsQuicOf("ubuntu-22.04-amd64", "ubuntu/22.04", "2.4.17_amd64", "aa971514ff2a9427df8805b0337649b270e07c4304dcd5e9c14dfab7c3632958"),
        MsQuicOf("ubuntu-22.04-arm64", "ubuntu/22.04", "2.4.17_arm64", "01150243ac0153137adc3c802a32dc3aea5e93f00fbd620645b07c94c7b25ae4"),
    ];

    private static Release MsQuicOf(string platform, string repository, string file, string sha256) => new()
    {
        Name = MsQuic,
        Title = "Microsoft's libmsquic",
        Version = file[..file.IndexOf('_', StringComparison.Ordinal)],
        Platform = platform,
        Address = new Uri($"https://packages.microsoft.com/{repository}/prod/pool/main/libm/libmsquic/libmsquic_{file}.deb"),
        Checksum = Checksum.Sha256(sha256),
    };
}
