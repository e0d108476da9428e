using System.IO.Pipelines;
using Genie.Relay.Proxying;

namespace Genie.Relay.Tests.Proxying;

public sealed class RequestBodyTests
{
    [Fact]
    public async Task What_is_kept_is_given_again_and_each_try_begins_unread()
    {
        using var body = new RequestBody(PipeReader.Create(new MemoryStream([1, 2, 3])), keptMax: 3);
        for (var attempt = 0; attempt < 3; attempt++)
        {
            Assert.False(body.WasRead);
            Assert.Equal([1, 2, 3], await ReadAsync(body));
            Assert.True(body.WasRead);
            Assert.True(body.CanRewind);
            body.Rewind();
        }

        body.Release();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public async Task What_is_not_kept_whole_cannot_be_given_again_once_it_was_asked_for(int keptMax)
    {
        using var body = new RequestBody(PipeReader.Create(new MemoryStream([1, 2, 3])), keptMax);
        Assert.True(body.CanRewind);
        body.Rewind();
        Assert.Equal([1, 2, 3], await ReadAsync(body));
        Assert.False(body.CanRewind);
        body.Release();
    }

    private static async Task<byte[]> ReadAsync(RequestBody body)
    {
        using var read = new MemoryStream();
        await body.CopyToAsync(read);
        return read.ToArray();
    }
}
