using System.Text;

namespace Genie.Brokers.Ledger;

/// <summary>Writes a <see cref="DeliveryExport"/>.</summary>
internal sealed class DeliveryExportWriter : IDisposable
{
    private readonly BinaryWriter _writer;

    public DeliveryExportWriter(Stream destination, ulong run)
    {
        _writer = new BinaryWriter(destination, Encoding.UTF8, leaveOpen: true);
        _writer.Write(DeliveryExport.Magic);
        _writer.Write(run);
    }

    public void WriteCounts(long corrupted, long misrouted)
    {
        _writer.Write(corrupted);
        _writer.Write(misrouted);
    }

    public void WriteSender(uint number, SenderDeliveries sender)
    {
        _writer.Write(DeliveryExport.Sender);
        _writer.Write(number);
        _writer.Write(sender.Duplicated);
        _writer.Write(sender.Reordered);
        _writer.Write(sender.Arrived.CompleteChunks.Count);
        foreach (var range in sender.Arrived.CompleteChunks)
        {
            _writer.Write(range.Start);
            _writer.Write(range.End);
        }

        _writer.Write(sender.Arrived.PartialChunksCount);
        foreach (var (chunkNumber, chunk) in sender.Arrived.PartialChunks)
        {
            _writer.Write(chunkNumber);
            foreach (var word in chunk.Bitmap) _writer.Write(word);
        }
    }

    public void WriteEnd()
    {
        _writer.Write(DeliveryExport.End);
        _writer.Flush();
    }

    public void Dispose() => _writer.Dispose();
}
