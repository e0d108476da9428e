namespace Genie.Grpc.Tests.Protocol;

public sealed class GrpcMetadataTests
{
    [Theory]
    [InlineData("Upper", "x")]
    [InlineData("spa ce", "x")]
    [InlineData("", "x")]
    [InlineData("grpc-status", "0")]
    [InlineData("some-bin", "text")]
    [InlineData("key", "ünprintable")]
    [InlineData("key", "two\nlines")]
    public void What_cannot_travel_as_text_is_refused(string key, string value) =>
        Assert.ThrowsAny<ArgumentException>(() => new GrpcMetadata().Add(key, value));

    [Fact]
    public void Bytes_need_a_key_that_says_so() =>
        Assert.Throws<ArgumentException>(() => new GrpcMetadata().Add("key", new byte[] { 1 }));

    [Fact]
    public void The_last_of_a_key_is_found()
    {
        var metadata = new GrpcMetadata();
        metadata.Add("key", "a");
        metadata.Add("key", "b");
        metadata.Add(GrpcMetadata.StatusDetailsKey, new byte[] { 1, 2 });

        Assert.Equal("b", metadata.GetText("key"));
        Assert.Equal([1, 2], metadata.GetBytes(GrpcMetadata.StatusDetailsKey)!.Value.ToArray());
        Assert.Null(metadata.GetText("other"));
        Assert.Null(metadata.GetBytes("other-bin"));
    }
}
