using System.Globalization;
using Genie.Brokers.Aeron.MediaDriver;
using Genie.Brokers.Aeron.Messaging;
using Genie.Brokers.Aeron.Tests.Servers;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Aeron.Tests.Foreign;

/// <summary>The wire client on one side, Aeron's own Java client on the other: the samples Ping, Pong and BasicPublisher.</summary>
[Collection(AeronServersDefinition.Name)]
public sealed class JavaSampleTests(AeronServers servers)
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    [SkippableTheory]
    [InlineData("ipc")]
    [InlineData("udp")]
    public async Task Pong_returns_what_we_send_whatever_its_size(string media)
    {
        var (samples, folder) = await OpenAsync();
        var (ping, pong) = (ChannelOf(media), ChannelOf(media));
        using var java = samples.Start("Pong", $"ping.channel={ping}", $"pong.channel={pong}");
        try
        {
            using var streams = new WireStreams(folder, (ping, JavaSamples.PingStream), (pong, JavaSamples.PongStream));
            foreach (var length in new[] { 8, 32, 1400, 100_000, 9 })
            {
                var message = new byte[length];
                Random.Shared.NextBytes(message);
                streams.Send(message);
                Assert.Equal(message, streams.Receive());
            }
        }
        finally
        {
            java.Kill();
            await java.WaitForExitAsync();
        }
    }

    [SkippableTheory]
    [InlineData("ipc", 32)]
    [InlineData("ipc", 5000)]
    [InlineData("udp", 5000)]
    public async Task Ping_is_answered_by_us(string media, int messageBytes)
    {
        const int Messages = 500;
        var (samples, folder) = await OpenAsync();
        var (ping, pong) = (ChannelOf(media), ChannelOf(media));
        using var streams = new WireStreams(folder, (pong, JavaSamples.PongStream), (ping, JavaSamples.PingStream));

        // It asks whether to go on.
        var java = samples.RunAsync(
            "Ping", "n\n", $"ping.channel={ping}", $"pong.channel={pong}", $"messageLength={messageBytes}",
            $"messages={Messages}", "warmup.messages=10", "warmup.iterations=1");
        var answered = await Task.Factory.StartNew(() => AnswerUntil(streams, java, messageBytes), TaskCreationOptions.LongRunning);
        Assert.Contains(await java, line => line.Contains("Histogram of RTT", StringComparison.Ordinal));
        Assert.Equal(Messages + 10, answered);
    }

    [SkippableFact]
    public async Task A_publisher_that_is_no_connection_of_ours_is_named_and_dropped()
    {
        var (samples, folder) = await OpenAsync();
        var channel = Exchanges.NewChannel();
        var received = new ReceivedTexts();
        using var events = new UnreadableMessages();
        await using var broker = Clients.Create("wire", await servers.OptionsAsync());
        await using var listener = await broker.ListenAsync(channel, new ListenOptions(), received.HandleAsync, default);
        using var java = samples.Start("BasicPublisher", "channel=aeron:ipc", $"streamId={StreamOf(folder, channel)}", "messages=100");
        try
        {
            var deadline = DateTime.UtcNow + Timeout;
            while (!events.Said.Any(said => said.Contains("bytes that no Genie connection sends", StringComparison.Ordinal)))
            {
                Assert.True(DateTime.UtcNow < deadline, "No event names the publisher.");
                await Task.Delay(20);
            }
        }
        finally
        {
            java.Kill();
            await java.WaitForExitAsync();
        }

        // Its messages reach no handler, and others' do.
        await using var connection = await broker.ConnectAsync(channel, new ConnectionOptions(), default);
        await connection.SendAsync("ours"u8.ToArray(), default);
        Assert.Equal(["ours"], await received.TakeAsync(1));
    }

    private static int AnswerUntil(WireStreams streams, Task end, int messageBytes)
    {
        var answered = 0;
        while (!end.IsCompleted)
        {
            if (!streams.TryReceive(out var message)) continue;
            Assert.Equal(messageBytes, message.Length);
            streams.Send(message);
            answered++;
        }

        return answered;
    }

    private static int StreamOf(string folder, string channel)
    {
        using var cnc = CncFile.Open(folder, Timeout);
        var found = new List<(long Id, int StreamId)>();
        Announcement.Find(cnc.Counters, Announcement.KeyOf("aeron:ipc", channel), found);
        return Assert.Single(found).StreamId;
    }

    private static string ChannelOf(string media) =>
        media == "ipc" ? "aeron:ipc" : string.Create(CultureInfo.InvariantCulture, $"aeron:udp?endpoint=127.0.0.1:{Ports.PickFree()}");

    private async Task<(JavaSamples Samples, string Folder)> OpenAsync()
    {
        var options = await servers.OptionsAsync();
        if (JavaSamples.WhyUnavailable() is { } reason) Skip.If(true, reason);
        return (new JavaSamples(options.Dir), options.Dir);
    }
}
