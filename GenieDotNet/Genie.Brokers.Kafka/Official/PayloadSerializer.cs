using System.Runtime.InteropServices;
using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Hands bytes to the client, which takes arrays only and copies them at once.</summary>
internal sealed class PayloadSerializer : ISerializer<ReadOnlyMemory<byte>>
{
    public static readonly PayloadSerializer Instance = new();

    public byte[] Serialize(ReadOnlyMemory<byte> data, SerializationContext context) =>
        MemoryMarshal.TryGetArray(data, out var segment) && segment.Array is { } array && segment.Offset == 0 && segment.Count == array.Length
            ? array
            : data.ToArray();
}
