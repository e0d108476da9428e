using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.MediaDriver;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>
/// How listeners are found. Aeron has no queues: who subscribes gets everything. So each listener has a stream of its own,
/// and says so with a counter in the media driver's file that all clients of that driver can read, and that the driver
/// removes when the listener's process dies.
/// </summary>
internal static class Announcement
{
    // "GNI"; ids below 1,000 are Aeron's own.
    private const int TypeId = 0x474E49;

    /// <summary>What distinguishes the listeners of one channel from others: a hash, as keys are short and names may be long.</summary>
    public static byte[] KeyOf(string aeronChannel, string channel) => SHA256.HashData(Encoding.UTF8.GetBytes($"{aeronChannel}\n{channel}"));

    /// <summary>Announces a listener until the registration is disposed.</summary>
    public static IAeronRegistration Announce(IAeronClient client, ReadOnlySpan<byte> key, int streamId, string channel)
    {
        Span<byte> whole = stackalloc byte[SHA256.HashSizeInBytes + sizeof(int)];
        key.CopyTo(whole);
        BinaryPrimitives.WriteInt32LittleEndian(whole[key.Length..], streamId);
        var label = string.Create(CultureInfo.InvariantCulture, $"genie listener: stream={streamId} channel={channel}");
        return client.AddCounter(TypeId, whole, label[..Math.Min(label.Length, CounterTable.LabelLengthMax)]);
    }

    /// <summary>The listeners there are.</summary>
    /// <param name="counters">The media driver's counters.</param>
    /// <param name="key">See <see cref="KeyOf"/>.</param>
    /// <param name="found">Filled with an id that is never used twice, and the stream.</param>
    public static void Find(CounterTable counters, ReadOnlySpan<byte> key, List<(long Id, int StreamId)> found) => counters.Find(TypeId, key, found);
}
