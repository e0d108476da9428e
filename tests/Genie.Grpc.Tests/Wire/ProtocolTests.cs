using System.IO.Compression;
using System.Net;
using Genie.Grpc.Health;
using Genie.Grpc.Health.Messages;
using Genie.Grpc.Tests.Serving;
using Google.Protobuf;

namespace Genie.Grpc.Tests.Wire;

/// <summary>Our own server, byte by byte.</summary>
public sealed class ProtocolTests : IAsyncLifetime
{
    private TestServer _server = null!;
    private RawClient _client = null!;

    public async Task InitializeAsync()
    {
        _server = await TestServer.StartAsync(GrpcImplementation.Own);
        _client = new RawClient(_server.Address);
    }

    public async Task DisposeAsync() => await _server.DisposeAsync();

    [Fact]
    public async Task A_response_has_its_status_in_the_trailers()
    {
        using var response = await EchoAsync(RawClient.Frame([1, 2, 3]));

        Assert.Equal("application/grpc", response.Content.Headers.ContentType!.ToString());
        Assert.Equal("identity,gzip", response.Headers.GetValues("grpc-accept-encoding").Single());
        Assert.Equal([0, 0, 0, 0, 3, 1, 2, 3], await response.Content.ReadAsByteArrayAsync());
        Assert.Equal("0", response.TrailingHeaders.GetValues("grpc-status").Single());
    }

    [Fact]
    public async Task An_error_before_any_message_has_its_status_in_the_headers()
    {
        using var response = await _client.PostAsync(TrialService.PathOf("Fail"), RawClient.Frame([1]));

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("9", response.Headers.GetValues("grpc-status").Single());
        Assert.StartsWith("100 %25 falsch: Stra%C3%9Fe, %E6%9D%B1", response.Headers.GetValues("grpc-message").Single(), StringComparison.Ordinal);
        Assert.Empty(response.TrailingHeaders);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync());
    }

    [Theory]
    [InlineData("00000000", "13")] // the prefix is cut off
    [InlineData("000000000501", "13")] // the message is cut off
    [InlineData("020000000101", "13")] // no such flag
    [InlineData("010000000101", "13")] // compressed, and nothing says how
    [InlineData("00FFFFFFFF", "8")] // announced too large
    [InlineData("", "12")] // no request
    [InlineData("000000000101000000000102", "12")] // two requests
    public async Task A_malformed_request_is_refused(string body, string status)
    {
        using var response = await EchoAsync(Convert.FromHexString(body));

        Assert.Equal(status, RawClient.StatusOf(response).Status);
    }

    [Fact]
    public async Task Bytes_that_are_no_message_are_refused()
    {
        using var response = await _client.PostAsync($"/{HealthService.Name}/Check", RawClient.Frame([0xFF]));

        Assert.Equal("13", RawClient.StatusOf(response).Status);
    }

    [Fact]
    public async Task An_unknown_encoding_is_refused_with_those_known()
    {
        using var response = await EchoAsync(RawClient.Frame([1], flag: 1), ("grpc-encoding", "snappy"));

        Assert.Equal("12", RawClient.StatusOf(response).Status);
        Assert.Equal("identity,gzip", response.Headers.GetValues("grpc-accept-encoding").Single());
    }

    [Fact]
    public async Task Compressed_bytes_that_are_no_gzip_are_refused()
    {
        using var response = await EchoAsync(RawClient.Frame([1, 2, 3], flag: 1), ("grpc-encoding", "gzip"));

        Assert.Equal("13", RawClient.StatusOf(response).Status);
    }

    [Fact]
    public async Task Responses_are_compressed_for_those_who_take_it_only()
    {
        await using var compressing = await TestServer.StartAsync(GrpcImplementation.Own, compress: true);
        var client = new RawClient(compressing.Address);
        var body = RawClient.Frame(new byte[1000]);

        using var compressed = await client.PostAsync(TrialService.PathOf("Echo"), body, ("grpc-accept-encoding", "deflate, gzip"));
        using var plain = await client.PostAsync(TrialService.PathOf("Echo"), body);

        Assert.Equal("gzip", compressed.Headers.GetValues("grpc-encoding").Single());
        var framed = await compressed.Content.ReadAsByteArrayAsync();
        Assert.Equal(1, framed[0]);
        using var gzip = new GZipStream(new MemoryStream(framed, 5, framed.Length - 5), CompressionMode.Decompress);
        Assert.Equal(1000, gzip.Read(new byte[2000]));
        Assert.False(plain.Headers.Contains("grpc-encoding"));
        Assert.Equal(body, await plain.Content.ReadAsByteArrayAsync());
    }

    [Fact]
    public async Task A_deadline_is_answered_though_the_handler_does_not_heed_it()
    {
        using var response = await _client.SendAsync(
            TrialService.PathOf("Stubborn"), RawClient.Frame([1]), HttpCompletionOption.ResponseHeadersRead, ("grpc-timeout", "50m"));

        Assert.Equal("4", RawClient.StatusOf(response).Status);
        Assert.False(_server.Trial.Release.Task.IsCompleted);
    }

    [Fact]
    public async Task A_timeout_that_is_none_is_refused()
    {
        using var response = await EchoAsync(RawClient.Frame([1]), ("grpc-timeout", "soon"));

        Assert.Equal("13", RawClient.StatusOf(response).Status);
    }

    [Theory]
    [InlineData("application/json")]
    [InlineData("application/grpc-web")]
    public async Task What_is_no_grpc_is_told_so_by_http(string contentType)
    {
        using var response = await EchoAsync(RawClient.Frame([1]), ("content-type", contentType));

        Assert.Equal(HttpStatusCode.UnsupportedMediaType, response.StatusCode);
    }

    [Fact]
    public async Task Paths_of_others_are_left_to_them()
    {
        using var response = await _client.PostAsync("/some/page", [], ("content-type", "application/json"));

        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
    }

    [Fact]
    public async Task A_stream_whose_client_does_not_read_is_held_back()
    {
        using var response = await _client.SendAsync(TrialService.PathOf("Flood"), RawClient.Frame([1]), HttpCompletionOption.ResponseHeadersRead);
        for (var i = 0; i < 300; i++) (await EchoAsync(RawClient.Frame([1]))).Dispose();

        // Windows and buffers hold a few of 64 KiB each; without back-pressure it would be thousands by now.
        Assert.InRange(_server.Trial.Flooded, 0, 100);
        response.Dispose();
        await _server.Trial.Cancelled.Task;
    }

    [Fact]
    public async Task A_watch_ends_when_the_server_stops()
    {
        var request = RawClient.Frame(new HealthCheckRequest().ToByteArray());
        using var response = await _client.SendAsync($"/{HealthService.Name}/Watch", request, HttpCompletionOption.ResponseHeadersRead);

        await _server.StopAsync();
        await response.Content.ReadAsByteArrayAsync();

        Assert.Equal("14", RawClient.StatusOf(response).Status);
    }

    private Task<HttpResponseMessage> EchoAsync(byte[] body, params (string Name, string Value)[] headers) =>
        _client.PostAsync(TrialService.PathOf("Echo"), body, headers);
}
