namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>SEND_RECEIPT: the broker answers for a SEND.</summary>
internal static class SendReceipt
{
    private const int CommandField = 7;

    /// <summary>The producer's number and that of the first message.</summary>
    public static (ulong ProducerId, ulong Sequence) Read(ReadOnlySpan<byte> command)
    {
        ulong producerId = 0, sequence = 0;
        var outer = new ProtoReader(command);
        while (outer.TryRead())
        {
            if (outer.Field != CommandField) continue;
            var receipt = new ProtoReader(outer.Bytes);
            while (receipt.TryRead())
            {
                if (receipt.Field == 1) producerId = receipt.Number;
                else if (receipt.Field == 2) sequence = receipt.Number;
            }
        }

        return (producerId, sequence);
    }
}
