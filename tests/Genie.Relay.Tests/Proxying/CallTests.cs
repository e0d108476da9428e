using System.Security.Cryptography;
using System.Text;
using Genie.Relay.Tests.Running;
using Genie.Testing;
using Genie.Testing.Grpc;
using Grpc.Net.Client;

namespace Genie.Relay.Tests.Proxying;

/// <summary>Calls of gRPC's C core to a worker of the same, through the relay: they see each other as if it were not there.</summary>
public sealed class CallTests(RelayFixture fixture) : IClassFixture<RelayFixture>
{
    [SkippableFact]
    public async Task A_unary_call_keeps_its_message_and_its_metadata()
    {
        var result = await CallAsync("unary_unary", "Echo", ["hello"], call => call with
        {
            Metadata = [["head-one", "1"], ["tail-two", "2"], ["tail-three-bin", Convert.ToBase64String([0, 255])]],
        });
        Assert.Equal("OK", result.Code);
        Assert.Equal("hello", Encoding.UTF8.GetString(Assert.Single(result.Messages)));
        Assert.Equal("1"u8.ToArray(), result.InitialBytes("one"));
        Assert.Equal("2"u8.ToArray(), result.TrailingBytes("two"));
        Assert.Equal([0, 255], result.TrailingBytes("three-bin"));
    }

    [SkippableFact]
    public async Task A_message_of_megabytes_goes_through_and_so_does_none()
    {
        // More than gRPC servers take by default, and several times the windows of HTTP/2.
        var large = RandomNumberGenerator.GetBytes(5 << 20);
        Assert.Equal(large, Assert.Single((await CallAsync("unary_unary", "Echo", large)).Messages));
        Assert.Empty(Assert.Single((await CallAsync("unary_unary", "Echo", [])).Messages));
    }

    [SkippableFact]
    public async Task A_compressed_message_goes_through()
    {
        var text = new string('x', 100_000);
        var result = await CallAsync("unary_unary", "Echo", [text], call => call with { Gzip = true });
        Assert.Equal(text, Encoding.UTF8.GetString(Assert.Single(result.Messages)));
    }

    [SkippableFact]
    public async Task Server_streaming_goes_through_message_by_message()
    {
        var result = await CallAsync("unary_stream", "Count", ["50,1"]);
        Assert.Equal(("OK", "yes"), (result.Code, Encoding.UTF8.GetString(result.InitialBytes("begun"))));
        Assert.Equal(Enumerable.Range(0, 50).Select(each => $"{each}"), result.Messages.Select(Encoding.UTF8.GetString));
    }

    [SkippableFact]
    public async Task Client_streaming_goes_through() =>
        Assert.Equal("6", Encoding.UTF8.GetString(Assert.Single((await CallAsync("stream_unary", "Total", ["a", "bb", "ccc"])).Messages)));

    [SkippableFact]
    public async Task Each_message_of_a_two_way_stream_is_answered_before_the_next_is_sent()
    {
        var messages = Enumerable.Range(0, 20).Select(each => $"{each}").ToArray();
        var result = await CallAsync("stream_stream", "Chat", messages, call => call with { Lockstep = true });
        Assert.Equal(messages, result.Messages.Select(Encoding.UTF8.GetString));
    }

    [SkippableTheory]
    [InlineData("INVALID_ARGUMENT", "wrong: 100% of \u00e4\u00f6\u00fc")]
    [InlineData("UNAVAILABLE", "later")]
    [InlineData("DATA_LOSS", "")]
    public async Task A_status_comes_with_its_message_and_its_trailers(string code, string message)
    {
        var result = await CallAsync("unary_unary", "Fail", [$"{code}:{message}"]);
        Assert.Equal((code, message), (result.Code, result.Details));
        Assert.Equal([0, 255], result.TrailingBytes("reason-bin"));
    }

    [SkippableFact]
    public async Task An_unknown_method_is_the_workers_to_refuse() =>
        Assert.Equal(("UNIMPLEMENTED", "Method not found!"), await StatusAsync("unary_unary", "Nothing", "x"));

    [SkippableFact]
    public async Task Calls_are_spread_over_the_workers()
    {
        // By chance one of the two has them all once in 2 to the power of 63.
        var processes = new HashSet<string>();
        for (var each = 0; each < 64; each++) processes.Add(await fixture.Relay.CallAsync("Cpu", "0"));
        Assert.Equal(2, processes.Count);
    }

    [SkippableFact]
    public async Task A_deadline_ends_the_call_and_reaches_the_worker()
    {
        Assert.Equal("DEADLINE_EXCEEDED", (await CallAsync("unary_unary", "Io", ["60000"], call => call with { Timeout = 0.5 })).Code);
        var remaining = await CallAsync("unary_unary", "Remaining", ["x"], call => call with { Timeout = 300 });

        // The client rounds what is left up to milliseconds, and from 100 s on that to seconds: of 300 s a fraction of a millisecond makes 301.
        Assert.InRange(double.Parse(Encoding.UTF8.GetString(remaining.Messages[0]), System.Globalization.CultureInfo.InvariantCulture), 1, 301);
    }

    [SkippableFact]
    public async Task A_cancellation_reaches_the_worker()
    {
        using var folder = new TemporaryFolder();
        var marker = Path.Combine(folder.Path, "cancelled");
        Assert.Equal("CANCELLED", (await CallAsync("unary_stream", "Count", [$"100000,20,{marker}"], call => call with { CancelAfter = 3 })).Code);
        await TestRelay.UntilAsync(() => Task.FromResult(File.Exists(marker)));
    }

    [SkippableFact]
    public async Task Initial_metadata_comes_before_the_first_message()
    {
        using var channel = GrpcChannel.ForAddress($"http://{fixture.Relay.Target}");
        using var call = TrialMethods.ServerStreaming(channel, "Count", "1,3600000"u8.ToArray(), default);
        var headers = await call.ResponseHeadersAsync.WaitAsync(TestRelay.Timeout);
        Assert.Equal("yes", headers.GetValue("begun"));
    }

    [SkippableFact]
    public async Task What_is_no_call_is_refused()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"http://{fixture.Relay.Target}/") { Version = new Version(2, 0), VersionPolicy = HttpVersionPolicy.RequestVersionExact };
        using var response = await fixture.Relay.Http.SendAsync(request);
        Assert.Equal(415, (int)response.StatusCode);
    }

    [SkippableFact]
    public async Task A_browser_calls_over_http_1()
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, $"http://127.0.0.1:{fixture.Relay.Host.GrpcWebPort}/trial.Work/Echo");
        request.Content = new ByteArrayContent([0, 0, 0, 0, 2, (byte)'h', (byte)'i']);
        request.Content.Headers.ContentType = new("application/grpc-web+proto");
        using var response = await fixture.Relay.Http.SendAsync(request);
        var body = await response.Content.ReadAsByteArrayAsync();
        Assert.Equal((200, "application/grpc-web"), ((int)response.StatusCode, response.Content.Headers.ContentType!.MediaType));
        Assert.Equal([0, 0, 0, 0, 2, (byte)'h', (byte)'i', 0x80], body[..8]);
        Assert.Contains("grpc-status: 0", Encoding.ASCII.GetString(body[12..]), StringComparison.Ordinal);
    }

    private async Task<(string Code, string? Details)> StatusAsync(string kind, string method, string request)
    {
        var result = await CallAsync(kind, method, [request]);
        return (result.Code, result.Details);
    }

    private Task<PythonResult> CallAsync(string kind, string method, string[] requests, Func<PythonCall, PythonCall>? change = null) =>
        SendAsync(kind, method, [.. requests.Select(Encoding.UTF8.GetBytes)], change);

    private Task<PythonResult> CallAsync(string kind, string method, byte[] request) => SendAsync(kind, method, [request], null);

    private Task<PythonResult> SendAsync(string kind, string method, byte[][] requests, Func<PythonCall, PythonCall>? change)
    {
        var call = new PythonCall(fixture.Relay.Target, kind, $"/trial.Work/{method}", requests);
        return fixture.Python.CallAsync(change?.Invoke(call) ?? call);
    }
}
