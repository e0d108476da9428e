using System.IO.Pipelines;
using System.Net;
using System.Text;
using Genie.Relay.Configuration;
using Genie.Relay.Proxying;
using Genie.Relay.Tests.Running;
using Genie.Testing;

namespace Genie.Relay.Tests.Proxying;

/// <summary>Requests of gRPC-Web's text mode, sound ones and others.</summary>
public sealed class WebTextTests(WebTextTests.StrictRelay fixture) : IClassFixture<WebTextTests.StrictRelay>
{
    private const string TextContent = "application/grpc-web-text";

    // A message "hi": 7 bytes.
    private const string Hi = "AAAAAAJoaQ==";

    [SkippableTheory]
    [InlineData(Hi)]
    [InlineData("AA==AAAAAmhp")]
    [InlineData("AAAAAAI=aGk=")]
    [InlineData("AA==AA==AA==AA==Ag==aA==aQ==")]
    public async Task Each_part_of_a_request_may_be_padded(string body)
    {
        using var response = await SendAsync(body);
        var answer = Decode(await response.Content.ReadAsStringAsync());
        Assert.Equal([0, 0, 0, 0, 2, (byte)'h', (byte)'i', 0x80], answer[..8]);
        Assert.Contains("grpc-status: 0", Encoding.ASCII.GetString(answer[12..]), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_group_may_come_in_parts()
    {
        var pipe = new Pipe();
        using var body = new RequestBody(new WebTextReader(pipe.Reader), keptMax: 0);
        using var read = new MemoryStream();
        var reading = body.CopyToAsync(read);
        foreach (var each in "AAAAAAI=aGk=") await pipe.Writer.WriteAsync(new[] { (byte)each });
        await pipe.Writer.CompleteAsync();
        await reading;
        Assert.Equal([0, 0, 0, 0, 2, (byte)'h', (byte)'i'], read.ToArray());
    }

    [SkippableTheory]
    [InlineData("AAAAAAJo!!!!")]
    [InlineData("!")]
    [InlineData("====")]
    [InlineData("AAAAAAJoaQ=A")]
    [InlineData("AAAAAAJoaQ")]
    [InlineData("AAAAAAJoaQ==A")]
    [InlineData("AAAAAAJoaQ==AAAA-_-_")]
    public async Task A_body_that_is_no_base64_ends_its_own_call_alone_and_says_why(string body)
    {
        using var held = await fixture.Relay.HoldAsync();
        for (var each = 0; each < 3; each++)
        {
            using var response = await SendAsync(body);
            Assert.Equal((HttpStatusCode.OK, TextContent), (response.StatusCode, response.Content.Headers.ContentType!.MediaType));
            Assert.Equal("", await response.Content.ReadAsStringAsync());
            Assert.Equal("13", Assert.Single(response.Headers.GetValues("grpc-status")));
            Assert.Equal("genie relay: the request's body is no base64 (application/grpc-web-text)", Assert.Single(response.Headers.GetValues("grpc-message")));
        }

        await held.ReleaseAsync();
        Assert.Equal(2, (await fixture.Relay.FiguresAsync()).Serving.Count);
    }

    [SkippableFact]
    public async Task A_connection_with_such_a_request_takes_others()
    {
        var connections = 0;
        using var http = new HttpClient(new SocketsHttpHandler
        {
            ConnectCallback = async (context, cancellationToken) =>
            {
                connections++;
                var socket = new System.Net.Sockets.Socket(System.Net.Sockets.SocketType.Stream, System.Net.Sockets.ProtocolType.Tcp) { NoDelay = true };
                await socket.ConnectAsync(context.DnsEndPoint, cancellationToken);
                return new System.Net.Sockets.NetworkStream(socket, ownsSocket: true);
            },
        });
        foreach (var body in new[] { "AAAA!", Hi, "AAAAA", Hi })
        {
            using var request = Request(new StringContent(body, Encoding.ASCII, TextContent), new Version(1, 1));
            using var response = await http.SendAsync(request);
            await response.Content.ReadAsStringAsync();
            Assert.Equal(body != Hi, response.Headers.Contains("grpc-status"));
        }

        Assert.Equal(1, connections);
    }

    [SkippableFact]
    public async Task A_body_that_goes_wrong_behind_an_answers_first_message_cancels_the_call_at_the_worker_and_ends_in_trailers()
    {
        using var held = await fixture.Relay.HoldAsync();
        using var folder = new TemporaryFolder();
        var marker = Path.Combine(folder.Path, "cancelled");
        var message = Encoding.ASCII.GetBytes($"1000000,20,{marker}");
        var body = new Pipe();
        await body.Writer.WriteAsync(Encoding.ASCII.GetBytes(Convert.ToBase64String([0, 0, 0, 0, (byte)message.Length, .. message])));
        using var request = Request(new PipeContent(body.Reader), new Version(2, 0), "Count");
        using var response = await fixture.Relay.Http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
        using var answer = await response.Content.ReadAsStreamAsync();
        var first = new byte[4];
        await answer.ReadExactlyAsync(first);
        await body.Writer.WriteAsync("!!!!"u8.ToArray());

        using var rest = new MemoryStream();
        await answer.CopyToAsync(rest);
        var trailers = Encoding.ASCII.GetString(Decode(Encoding.ASCII.GetString([.. first, .. rest.ToArray()])));
        Assert.Contains("grpc-status: 13\r\n", trailers, StringComparison.Ordinal);
        await TestRelay.UntilAsync(() => Task.FromResult(File.Exists(marker)));
        await held.ReleaseAsync();
        Assert.Equal(2, (await fixture.Relay.FiguresAsync()).Serving.Count);
        await body.Writer.CompleteAsync();
    }

    private Task<HttpResponseMessage> SendAsync(string body) => fixture.Relay.Http.SendAsync(Request(new StringContent(body, Encoding.ASCII, TextContent), new Version(1, 1)));

    private HttpRequestMessage Request(HttpContent content, Version version, string method = "Echo")
    {
        var port = version.Major == 1 ? fixture.Relay.Host.GrpcWebPort : fixture.Relay.Host.Port;
        content.Headers.ContentType = new(TextContent);
        return new(HttpMethod.Post, $"http://127.0.0.1:{port}/trial.Work/{method}")
        {
            Version = version,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Headers = { { "Accept", TextContent } },
            Content = content,
        };
    }

    // Each part that is padded ends there.
    private static byte[] Decode(string text) =>
        [.. text.Chunk(4).SelectMany(static group => Convert.FromBase64CharArray(group, 0, group.Length))];

    /// <summary>A request that goes on while its answer comes.</summary>
    private sealed class PipeContent(PipeReader reader) : HttpContent
    {
        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        {
            try
            {
                while (true)
                {
                    var read = await reader.ReadAsync();
                    foreach (var each in read.Buffer) await stream.WriteAsync(each);
                    await stream.FlushAsync();
                    reader.AdvanceTo(read.Buffer.End);
                    if (read.IsCompleted) return;
                }
            }
            catch (Exception error) when (error is IOException or OperationCanceledException)
            {
                // The answer has ended, and nobody takes the rest.
            }
        }

        protected override bool TryComputeLength(out long length)
        {
            length = -1;
            return false;
        }
    }

    /// <summary>A relay with two workers, either of which would be ejected for its first failure.</summary>
    public sealed class StrictRelay : RelayFixture
    {
        protected override RelayOptions Configure(RelayOptions options) => base.Configure(options) with { Ejection = new EjectionOptions { Failures = 1, Time = TestRelay.BeyondTimeout } };
    }
}
