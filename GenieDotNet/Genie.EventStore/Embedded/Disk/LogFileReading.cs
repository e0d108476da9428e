namespace Genie.EventStore.Embedded.Disk;

/// <summary>Reads that are complete.</summary>
internal static class LogFileReading
{
    /// <summary>Fills the buffer as far as the file goes.</summary>
    /// <returns>Bytes read.</returns>
    public static int ReadFully(this ILogFile file, long offset, Span<byte> buffer)
    {
        var total = 0;
        while (total < buffer.Length)
        {
            var read = file.Read(offset + total, buffer[total..]);
            if (read == 0) break;
            total += read;
        }

        return total;
    }
}
