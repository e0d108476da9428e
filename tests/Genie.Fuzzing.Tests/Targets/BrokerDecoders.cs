using System.Buffers.Binary;
using Genie.Brokers.Frame;
using Genie.Brokers.Ledger;
using Genie.Brokers.Multiplexing;
using Genie.Testing;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>What lies inside every message, whatever system carries it, and what a worker says of its deliveries.</summary>
internal static class BrokerDecoders
{
    private const ulong Run = 9;

    public static Decoder Frame()
    {
        var message = new byte[MessageFrame.HeaderBytes + 20];
        new MessageFrame(Run, 3, 4, -5).Seal(message);
        return new Decoder
        {
            Genuine = [message, message[..MessageFrame.HeaderBytes]],
            Repair = static bytes =>
            {
                if (bytes.Length >= 8) BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(4), Crc32C.Compute(bytes.AsSpan(8)));
            },
            Decode = static (input, random) =>
            {
                var status = MessageFrame.Read(input, out var frame, out var payload);
                if (MessageFrame.Read(Segments.Cut(input, random), out var cut, out var rest) != status || cut != frame || !payload.SequenceEqual(System.Buffers.BuffersExtensions.ToArray(rest)))
                    throw new InvalidOperationException("The same bytes in segments are another message.");
                return $"{status}";
            },
        };
    }

    public static Decoder LedgerExport()
    {
        var ledger = new DeliveryLedger(Run);
        for (var i = 0UL; i < 3000; i++) ledger.Record(new MessageFrame(Run, (uint)(i % 2), i / 2, 0));
        ledger.Record(new MessageFrame(Run, 7, 1UL << 40, 0));
        ledger.CountCorrupted();
        return new Decoder
        {
            Genuine = [Export(ledger), Export(new DeliveryLedger(Run))],
            Refusals = [typeof(InvalidDataException)],
            Decode = static (input, _) =>
            {
                var merged = new DeliveryLedger(Run);
                merged.Merge(input);
                return merged.Delivered == 0 ? "none" : merged.Duplicated > 0 ? "doubles" : "some";
            },
        };
    }

    public static Decoder ReplyEnvelopes() => new()
    {
        Genuine = [[ReplyEnvelope.Success, 1, 2], [ReplyEnvelope.Failure, .. "Error: why"u8]],
        Decode = static (input, _) => ReplyEnvelope.ReadError(input)?.GetType().Name ?? "answer",
    };

    private static byte[] Export(DeliveryLedger ledger)
    {
        using var stream = new MemoryStream();
        ledger.Export(stream);
        return stream.ToArray();
    }
}
