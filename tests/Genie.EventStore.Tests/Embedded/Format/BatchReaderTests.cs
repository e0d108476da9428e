using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;
using Genie.Testing;

namespace Genie.EventStore.Tests.Embedded.Format;

public sealed class BatchReaderTests
{
    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(int.MaxValue - BatchHeader.HeaderBytes)]
    [InlineData(1000)]
    public void A_header_that_asks_for_more_than_the_file_has_is_a_broken_batch(int bytes)
    {
        using var folder = new TemporaryFolder();
        using var file = new FolderFile(Path.Combine(folder.Path, "segment"), FileMode.Create);
        var header = new byte[BatchHeader.HeaderBytes + 10];
        new BatchHeader(Store: 1, Number: 1, bytes, Records: 1).Write(header);
        file.Write(0, header);
        Assert.Equal(BatchOutcome.Broken, new BatchReader(file, 0, header.Length).Next(out _, out _));
    }
}
