using System.Text;

namespace Genie.Brokers.Ledger;

/// <summary>Reads a <see cref="DeliveryExport"/>.</summary>
internal sealed class DeliveryExportReader : IDisposable
{
    // Sequences count from 0, and no run has more than a thousand billion of them.
    private const ulong ChunksMax = 1UL << 30;
    private readonly BinaryReader _reader;

    public DeliveryExportReader(Stream export, ulong run)
    {
        _reader = new BinaryReader(export, Encoding.UTF8, leaveOpen: true);
        if (Read(static reader => reader.ReadUInt32()) != DeliveryExport.Magic) throw new InvalidDataException("These bytes are no ledger export of this version.");
        var actual = Read(static reader => reader.ReadUInt64());
        if (actual != run) throw new InvalidDataException($"The export is of run {actual:x}, not of run {run:x}.");
    }

    public (long Corrupted, long Misrouted) ReadCounts() => Read(static reader => (reader.ReadInt64(), reader.ReadInt64()));

    public bool TryReadSender(out uint number)
    {
        number = 0;
        if (Read(static reader => reader.ReadByte()) != DeliveryExport.Sender) return false;
        number = Read(static reader => reader.ReadUInt32());
        return true;
    }

    public void MergeSender(SenderDeliveries sender)
    {
        var (duplicated, reordered) = Read(static reader => (reader.ReadInt64(), reader.ReadInt64()));
        sender.Duplicated += duplicated;
        sender.Reordered += reordered;
        for (var left = Read(static reader => reader.ReadInt32()); left > 0; left--)
        {
            var range = Read(static reader => new ChunkRange(reader.ReadUInt64(), reader.ReadUInt64()));
            if (range.Start >= range.End || range.End > ChunksMax) throw new InvalidDataException($"The ledger export has the impossible range of chunks {range.Start} to {range.End}.");
            sender.Duplicated += sender.Arrived.Union(range);
        }

        var bitmap = new ulong[SequenceChunk.Words];
        for (var left = Read(static reader => reader.ReadInt32()); left > 0; left--)
        {
            var number = Read(static reader => reader.ReadUInt64());
            ReadBitmap(bitmap);
            sender.Duplicated += sender.Arrived.Union(number, bitmap);
        }
    }

    public void Dispose() => _reader.Dispose();

    private void ReadBitmap(ulong[] bitmap)
    {
        for (var i = 0; i < bitmap.Length; i++) bitmap[i] = Read(static reader => reader.ReadUInt64());
    }

    private T Read<T>(Func<BinaryReader, T> read)
    {
        try
        {
            return read(_reader);
        }
        catch (EndOfStreamException error)
        {
            throw new InvalidDataException("The ledger export was cut.", error);
        }
    }
}
