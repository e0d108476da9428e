using System.Security.Cryptography;
using System.Text;
using Genie.Grpc.Tests.Serving;
using Genie.Testing;
using Genie.Testing.Grpc;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Google.Rpc;
using Microsoft.AspNetCore.Server.Kestrel.Https;

namespace Genie.Grpc.Tests.Python;

/// <summary>What a client of other makers, on gRPC's C core, sees of a server.</summary>
public sealed class PythonClientTests(PythonPeer peer) : IClassFixture<PythonPeer>, IAsyncLifetime
{
    private TestServer? _server;

    private TestServer Server => _server!;

    public async Task InitializeAsync()
    {
        if (WhySkipped is null) _server = await TestServer.StartAsync();
    }

    public async Task DisposeAsync()
    {
        if (_server is not null) await _server.DisposeAsync();
    }

    [SkippableFact]
    public async Task A_unary_call_returns_its_bytes()
    {
        var request = RandomNumberGenerator.GetBytes(1000);

        var result = await CallAsync("unary_unary", "Echo", request);

        Assert.Equal("OK", result.Code);
        Assert.Equal(request, Assert.Single(MessagesOf(result)));
    }

    [SkippableFact]
    public async Task An_empty_message_is_a_message() =>
        Assert.Empty(Assert.Single(MessagesOf(await CallAsync("unary_unary", "Echo", Array.Empty<byte>()))));

    [SkippableFact]
    public async Task A_server_s_stream_arrives_in_order()
    {
        var result = await CallAsync("unary_stream", "Count", [200]);

        Assert.Equal("OK", result.Code);
        Assert.Equal(Enumerable.Range(0, 200), MessagesOf(result).Select(message => (int)message[0]));
    }

    [SkippableFact]
    public async Task A_client_s_stream_arrives_in_order()
    {
        var requests = Enumerable.Range(0, 100).Select(i => new byte[] { (byte)i }).ToArray();

        var result = await CallAsync("stream_unary", "Collect", requests);

        Assert.Equal(Enumerable.Range(0, 100).Select(i => (byte)i), Assert.Single(MessagesOf(result)));
    }

    [SkippableFact]
    public async Task Both_sides_talk_in_turn()
    {
        var requests = Enumerable.Range(0, 20).Select(i => new byte[] { (byte)i }).ToArray();

        var result = await peer.CallAsync(Call("stream_stream", "Talk", requests) with { Lockstep = true });

        Assert.Equal("OK", result.Code);
        Assert.Equal(requests, MessagesOf(result));
    }

    [SkippableFact]
    public async Task A_deadline_ends_the_call_on_both_sides_and_logs_no_failure()
    {
        // On a loaded machine a deadline can pass before the call has reached its handler.
        PythonResult result;
        var timeoutSeconds = 0.25;
        do
        {
            timeoutSeconds *= 2;
            result = await peer.CallAsync(Call("unary_stream", "Wait", [1]) with { Timeout = timeoutSeconds });
            Assert.Equal("DEADLINE_EXCEEDED", result.Code);
        }
        while (result.Messages.Count == 0);

        Assert.NotEqual(DateTime.MaxValue, await Server.Trial.Cancelled.Task);
        await Server.StopAsync();
        Assert.Empty(Server.Failures.Entries);
    }

    [SkippableFact]
    public async Task Cancelling_fires_the_handler_s_token_and_logs_no_failure()
    {
        var result = await peer.CallAsync(Call("unary_stream", "Wait", [1]) with { CancelAfter = 1 });

        Assert.Equal("CANCELLED", result.Code);
        Assert.Equal(DateTime.MaxValue, await Server.Trial.Cancelled.Task);
        await Server.StopAsync();
        Assert.Empty(Server.Failures.Entries);
    }

    [SkippableFact]
    public async Task The_largest_request_passes_and_one_byte_more_is_refused()
    {
        var framing = TrialService.Message(new byte[TestServer.ReceiveMessageBytesMax]).CalculateSize() - TestServer.ReceiveMessageBytesMax;

        Assert.Equal("OK", (await CallAsync("unary_unary", "Echo", new byte[TestServer.ReceiveMessageBytesMax - framing])).Code);
        Assert.Equal("RESOURCE_EXHAUSTED", (await CallAsync("unary_unary", "Echo", new byte[TestServer.ReceiveMessageBytesMax - framing + 1])).Code);
    }

    [SkippableTheory]
    [InlineData("/genie.trial.Trial/Unheard")]
    [InlineData("/genie.unheard.Of/Echo")]
    public async Task An_unknown_method_is_unimplemented(string path) =>
        Assert.Equal("UNIMPLEMENTED", (await peer.CallAsync(Call("unary_unary", "Echo", [1]) with { Path = path })).Code);

    [SkippableFact]
    public async Task Compressed_requests_are_read()
    {
        var request = new byte[10_000];

        var result = await peer.CallAsync(Call("unary_unary", "Echo", request) with { Gzip = true });

        Assert.Equal("gzip", Server.LastEncoding);
        Assert.Equal(request, Assert.Single(MessagesOf(result)));
    }

    [SkippableFact]
    public async Task A_small_request_that_unfolds_beyond_the_limit_is_refused() =>
        Assert.Equal("RESOURCE_EXHAUSTED", (await peer.CallAsync(Call("unary_unary", "Echo", new byte[2_000_000]) with { Gzip = true })).Code);

    [SkippableFact]
    public async Task Compressed_responses_are_sent_where_they_were_chosen()
    {
        SkipWithoutPeer();
        await using var compressing = await TestServer.StartAsync(compress: true);
        var request = new byte[10_000];

        var result = await peer.CallAsync(Call("unary_unary", "Echo", request) with { Target = compressing.Target });

        Assert.Equal(request, Assert.Single(MessagesOf(result)));
    }

    [SkippableFact]
    public async Task An_error_arrives_with_its_text_and_details()
    {
        var result = await CallAsync("unary_unary", "Fail", [1]);

        Assert.Equal("FAILED_PRECONDITION", result.Code);
        Assert.Equal(TrialService.Unicode, result.Details);
        var status = global::Google.Rpc.Status.Parser.ParseFrom(result.TrailingBytes("grpc-status-details-bin"));
        Assert.Equal(TrialService.Unicode, status.Message);
        Assert.Equal(TrialService.Details, status.GetDetail<RetryInfo>());
        Assert.Equal("as asked", Encoding.UTF8.GetString(result.TrailingBytes("reason")));
    }

    [SkippableFact]
    public async Task An_error_after_messages_arrives_after_them()
    {
        var result = await CallAsync("unary_stream", "FailMidway", [7]);

        Assert.Equal(("DATA_LOSS", "half of it is gone"), (result.Code, result.Details));
        Assert.Equal([7], Assert.Single(MessagesOf(result)));
    }

    [SkippableFact]
    public async Task What_a_handler_did_not_foresee_is_unknown_and_stays_secret()
    {
        var result = await CallAsync("unary_unary", "Crash", [1]);

        Assert.Equal("UNKNOWN", result.Code);
        Assert.DoesNotContain("secret", result.Details, StringComparison.Ordinal);
        Assert.Contains("secret", Assert.Single(Server.Failures.Entries), StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task Headers_and_trailers_travel_both_ways()
    {
        byte[] bytes = [0, 200, 10];

        var result = await peer.CallAsync(Call("unary_unary", "Beside", [1]) with
        {
            Metadata = [["text", "hello"], ["some-bin", Convert.ToBase64String(bytes)]],
        });

        Assert.Equal("hello", Encoding.UTF8.GetString(result.InitialBytes("early")));
        Assert.Equal(bytes, result.TrailingBytes("late-bin"));
    }

    [SkippableFact]
    public async Task Tls_and_client_certificates()
    {
        SkipWithoutPeer();
        using var certificates = TestCertificates.Create();
        await using var required = await TestServer.StartAsync(certificates, ClientCertificateMode.RequireCertificate);
        await using var optional = await TestServer.StartAsync(certificates, ClientCertificateMode.AllowCertificate);
        using var strangers = TestCertificates.Create();
        var anonymous = new PythonTls(certificates.CaFile);
        var known = new PythonTls(certificates.CaFile, certificates.ClientCertificateFile, certificates.ClientKeyFile);
        var stranger = new PythonTls(certificates.CaFile, strangers.ClientCertificateFile, strangers.ClientKeyFile);

        Assert.Equal("CN=client", await WhoAsync(required, known));
        Assert.Equal("UNAVAILABLE", await WhoAsync(required, anonymous));
        Assert.Equal("UNAVAILABLE", await WhoAsync(required, stranger));
        Assert.Equal("CN=client", await WhoAsync(optional, known));
        Assert.Equal("nobody", await WhoAsync(optional, anonymous));
    }

    /// <summary>Why the tests cannot run here, or null.</summary>
    private static string? WhySkipped => PythonPeer.WhyUnavailable();

    private async Task<string> WhoAsync(TestServer server, PythonTls tls)
    {
        var result = await peer.CallAsync(new PythonCall(server.Target, "unary_unary", TrialService.PathOf("Who"), [TrialService.Message(1).ToByteArray()]) { Tls = tls });
        return result.Code == "OK" ? Encoding.UTF8.GetString(MessagesOf(result)[0]) : result.Code;
    }

    private Task<PythonResult> CallAsync(string kind, string method, params byte[][] requests) => peer.CallAsync(Call(kind, method, requests));

    private PythonCall Call(string kind, string method, params byte[][] requests)
    {
        SkipWithoutPeer();
        return new PythonCall(Server.Target, kind, TrialService.PathOf(method), [.. requests.Select(each => TrialService.Message(each).ToByteArray())]);
    }

    private static byte[][] MessagesOf(PythonResult result) => [.. result.Messages.Select(message => BytesValue.Parser.ParseFrom(message).Value.ToByteArray())];

    private static void SkipWithoutPeer() => Skip.If(WhySkipped is not null, WhySkipped);
}
