using System.Diagnostics;
using System.Text;
using Genie.Brokers;
using Genie.Brokers.Envelopes;
using Genie.Messaging;
using Xunit;

namespace Genie.Testing;

/// <summary>Messages whose headers travel in the system's own, with a client of others as the other end.</summary>
public abstract class ForeignHeaderTests
{
    private const string Trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);
    private static readonly MessagingOptions Native = new() { NativeHeaders = true };

    /// <summary>The channel of a test.</summary>
    protected string Channel { get; } = Exchanges.NewChannel();

    /// <summary>The system's name for the header of the id.</summary>
    protected virtual string IdHeader => NativeHeaders.Id;

    /// <summary>A broker on the server; skips where there is none, or nobody to be the other end.</summary>
    protected abstract IBroker CreateBroker();

    /// <summary>
    /// Starts the other end: <c>set-headers</c> sends one message, <c>get-headers</c> says that it is ready, receives one and prints a line <c>name=value</c>
    /// for each header and its body in hexadecimal digits, <c>request</c> asks and prints the answer so.
    /// </summary>
    protected abstract Process StartPeer(string command);

    [SkippableFact]
    public async Task Its_headers_id_and_key_are_the_messages()
    {
        await using var client = new MessageClient(CreateBroker(), Native);
        var received = new TaskCompletionSource<(ReceivedMessage Message, string Body)>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var subscription = await client.SubscribeAsync(Channel, new SubscribeOptions(), (message, _) =>
        {
            received.TrySetResult((message, Encoding.UTF8.GetString(message.Body.Span)));
            return ValueTask.CompletedTask;
        }, default);
        await PeerAsync("set-headers");
        var (got, body) = await received.Task.WaitAsync(Timeout);
        Assert.Equal("from afar", body);
        Assert.Equal(("id-7", "customer-4"), (got.Id, got.Key));
        Assert.Equal((Trace, "fr\u00fcchte: \\ 50%"), (got.Headers["traceparent"], got.Headers["kind"]));
        Assert.False(got.AwaitsAnswer);
    }

    [SkippableFact]
    public async Task It_reads_headers_id_and_key_of_ours()
    {
        await using var client = new MessageClient(CreateBroker(), Native);
        await using var sender = await client.ConnectAsync(Channel, new ConnectionOptions(), default);
        using var peer = StartPeer("get-headers");
        Assert.Equal("ready", await peer.StandardOutput.ReadLineAsync().WaitAsync(Timeout));
        var said = ForeignProgram.RunAsync(peer, "");
        await sender.SendAsync(
            new Message(new byte[] { 0, 10, 13, 255 })
            {
                Id = "id-8",
                Key = "customer-5",
                Headers = new Dictionary<string, string> { ["traceparent"] = Trace, ["kind"] = "fr\u00fcchte: \\ 50%" },
            }, default);
        await sender.FlushAsync(default);
        var lines = await said;
        Assert.All([$"{IdHeader}=id-8", $"{NativeHeaders.Key}=customer-5", $"traceparent={Trace}", "kind=fr\u00fcchte: \\ 50%", "body 000a0dff"], line => Assert.Contains(line, lines));
        Assert.Contains(lines, line => line.StartsWith($"{NativeHeaders.SentAt}=20", StringComparison.Ordinal));
    }

    [SkippableFact]
    public async Task Its_request_is_answered_with_a_body_alone()
    {
        await using var client = new MessageClient(CreateBroker(), Native);
        await using var subscription = await client.SubscribeAsync(Channel, new SubscribeOptions(), (message, _) =>
        {
            Assert.True(message.AwaitsAnswer);
            message.Answer = new Message(message.Body.ToArray()) { Headers = new Dictionary<string, string> { ["unseen"] = "by it" } };
            return ValueTask.CompletedTask;
        }, default);
        var said = await PeerAsync("request");
        Assert.EndsWith(Convert.ToHexStringLower([0, .. "question"u8]), said[^1], StringComparison.Ordinal);

        // Our own get headers in their answer too.
        await using var sender = await client.ConnectAsync(Channel, new ConnectionOptions { RequestTimeout = Timeout }, default);
        var answer = await sender.RequestAsync(new Message("ours"u8.ToArray()), default);
        Assert.Equal(("ours", "by it"), (Encoding.UTF8.GetString(answer.Body.Span), answer.Headers["unseen"]));
    }

    private Task<string[]> PeerAsync(string command) => ForeignProgram.RunAsync(StartPeer(command), "");
}
