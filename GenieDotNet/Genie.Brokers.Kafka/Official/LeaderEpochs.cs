using System.Reflection;
using System.Runtime.InteropServices;
using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>
/// The one thing on this driver's paths that the managed client asks of librdkafka and that 2.0, Debian 12's, lacks: the
/// leader epoch of a position (2.1, KIP-320). Without it a position has no epoch, which the client knows as -1.
/// </summary>
/// <remarks>
/// The client calls the library through delegates in static fields of an internal class. Where the library lacks a
/// function, its field is given one of ours; where it has it, nothing is touched.
/// </remarks>
internal static class LeaderEpochs
{
    private const int NoEpoch = -1;

    private static readonly (string Field, string EntryPoint, string Stand)[] Functions =
    [
        ("_topic_partition_get_leader_epoch", "rd_kafka_topic_partition_get_leader_epoch", nameof(Get)),
        ("_topic_partition_set_leader_epoch", "rd_kafka_topic_partition_set_leader_epoch", nameof(Set)),
        ("_message_leader_epoch", "rd_kafka_message_leader_epoch", nameof(Get)),
    ];

    /// <summary>Stands in for the functions that the library lacks; call it once the managed client has loaded it.</summary>
    /// <exception cref="BrokerException">The managed client is another than the one this was made for.</exception>
    public static void StandInWhereMissing(nint library)
    {
        var calls = typeof(Library).Assembly.GetType("Confluent.Kafka.Impl.Librdkafka");
        foreach (var (field, entryPoint, stand) in Functions)
        {
            if (NativeLibrary.TryGetExport(library, entryPoint, out _)) continue;
            var call = calls?.GetField(field, BindingFlags.Static | BindingFlags.NonPublic) ?? throw new BrokerException(
                $"kafka: librdkafka lacks {entryPoint}, and {KafkaDriver.Version} does not keep the call where it is expected. Install librdkafka 2.1 or newer, or name its file with GENIE_KAFKA_LIBRDKAFKA.",
                isTransient: false);
            var method = typeof(LeaderEpochs).GetMethod(stand, BindingFlags.Static | BindingFlags.NonPublic)!;
            call.SetValue(null, method.CreateDelegate(call.FieldType));
        }
    }

    private static int Get(nint position) => NoEpoch;

    private static void Set(nint position, int leaderEpoch)
    {
    }
}
