namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>Names what one SEND became: a message or a batch (MessageIdData: ledger, entry, partition).</summary>
internal readonly record struct PulsarEntryId(ulong Ledger, ulong Entry, ulong Partition)
{
    /// <summary>The partition's number where there is none: -1.</summary>
    public const ulong NoPartition = ulong.MaxValue;

    /// <summary>Writes it as a field.</summary>
    /// <param name="writer">Where it goes.</param>
    /// <param name="field">The field's number.</param>
    /// <param name="unsettled">A bit for each message of a batch that is not settled; empty if the whole entry is meant.</param>
    public void Write(ref ProtoWriter writer, int field, ReadOnlySpan<ulong> unsettled)
    {
        Span<byte> content = stackalloc byte[(3 + unsettled.Length) * ProtoWriter.NumberFieldBytesMax];
        var id = new ProtoWriter(content);
        id.Number(1, Ledger);
        id.Number(2, Entry);
        if (Partition != NoPartition) id.Number(3, Partition);
        foreach (var word in unsettled) id.Number(5, word);
        writer.Bytes(field, content[..id.Written]);
    }

    /// <summary>Reads a MessageIdData.</summary>
    public static PulsarEntryId Read(ReadOnlySpan<byte> data)
    {
        var reader = new ProtoReader(data);
        ulong ledger = 0, entry = 0, partition = NoPartition;
        while (reader.TryRead())
        {
            if (reader.Field == 1) ledger = reader.Number;
            else if (reader.Field == 2) entry = reader.Number;
            else if (reader.Field == 3) partition = reader.Number;
        }

        return new PulsarEntryId(ledger, entry, partition);
    }
}
