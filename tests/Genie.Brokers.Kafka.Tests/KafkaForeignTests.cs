using System.Text;
using Genie.Brokers.Kafka.Official;
using Genie.Testing;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>The driver on one side, kcat (Debian: kcat) on the other, a real server between.</summary>
[Collection(KafkaServersDefinition.Name)]
public sealed class KafkaForeignTests(KafkaServers servers)
{
    private const string TopicPrefix = "genie.";
    private static readonly ForeignProgram Kcat = new("kcat", "kcat");

    private readonly string _channel = Exchanges.NewChannel();

    private string Topic => TopicPrefix + _channel;

    [SkippableFact]
    public async Task Every_form_of_message_reaches_the_listener_as_it_was()
    {
        await using var broker = await CreateAsync();
        var received = new ReceivedTexts();
        await using var listener = await broker.ListenAsync(_channel, new ListenOptions(), received.HandleAsync, default);
        await ProduceAsync("plain");
        await ProduceAsync("key:with a key", "-K", ":");
        await ProduceAsync("headers", "-H", "a=1", "-H", "a=2", "-H", "empty=", "-H", "traceparent=00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");

        // A tombstone, as compacted topics have them.
        await ProduceAsync("key:", "-K", ":", "-Z");

        // Of no request of ours: too short for a correlation, or without the topic of the answer.
        await ProduceAsync("a header of our name", "-H", "genie=short");
        await ProduceAsync("a correlation and no topic", "-H", "genie=8letters");
        string[] sent = ["plain", "with a key", "headers", "", "a header of our name", "a correlation and no topic"];
        Assert.Equal(sent.Order(StringComparer.Ordinal), (await received.TakeAsync(sent.Length)).Order(StringComparer.Ordinal));
    }

    [SkippableTheory]
    [InlineData("gzip")]
    [InlineData("snappy")]
    [InlineData("lz4")]
    [InlineData("zstd")]
    public async Task Batches_of_every_compression_reach_the_listener(string codec)
    {
        const int Messages = 200;
        await using var broker = await CreateAsync();
        var received = new ReceivedTexts();
        await using var listener = await broker.ListenAsync(_channel, new ListenOptions(), received.HandleAsync, default);
        var sent = Enumerable.Range(0, Messages).Select(number => $"{codec} {number} {new string('x', number)}").ToArray();
        await ProduceAsync(string.Join('\n', sent), "-z", codec, "-X", "linger.ms=100");
        Assert.Equal(sent.Order(StringComparer.Ordinal), (await received.TakeAsync(Messages)).Order(StringComparer.Ordinal));
    }

    [SkippableFact]
    public async Task It_receives_what_we_send()
    {
        await using var broker = await CreateAsync();
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { Confirmation = Confirmation.Accepted }, default);
        string[] sent = ["plain", "", "\u00e4\u20ac", new string('x', 100_000)];
        foreach (var text in sent) await connection.SendAsync(Encoding.UTF8.GetBytes(text), default);

        // Key, number of bytes, headers and value of each; -1: there is none.
        var said = await KcatAsync("", "-C", "-t", Topic, "-o", "beginning", "-c", $"{sent.Length}", "-f", "%K|%S|%h|%s\\n");
        var expected = sent.Select(text => $"-1|{Encoding.UTF8.GetByteCount(text)}||{text}");
        Assert.Equal(expected.Order(StringComparer.Ordinal), said.Order(StringComparer.Ordinal));
    }

    [SkippableFact]
    public async Task It_asks_by_our_header_and_finds_the_answer_in_its_own_topic()
    {
        const string Correlation = "8letters";
        await using var broker = await CreateAsync();
        await using var listener = await broker.ListenAsync(_channel, new ListenOptions(), Exchanges.Echo, default);

        // Its topic must be there; a connection of ours to that channel sees to it.
        await using var answers = await broker.ConnectAsync(_channel + "-answers", new ConnectionOptions(), default);
        await ProduceAsync("question", "-H", $"genie={Correlation}{Topic}-answers");
        var said = await KcatAsync("", "-C", "-t", $"{Topic}-answers", "-p", "0", "-o", "beginning", "-c", "1", "-f", "%h|%s\\n");
        Assert.Equal([$"genie={Correlation}|\0question"], said);
    }

    private Task<string[]> ProduceAsync(string lines, params string[] options) => KcatAsync(lines + "\n", ["-P", "-t", Topic, .. options]);

    private async Task<string[]> KcatAsync(string input, params string[] arguments)
    {
        var server = await servers.PlainAsync();
        return await Kcat.RunAsync(input, ["-q", "-b", $"{server.Url.Host}:{server.Url.Port}", .. arguments]);
    }

    private async Task<IBroker> CreateAsync()
    {
        if (Kcat.WhyUnavailable() is { } reason) Skip.If(true, reason);
        var server = await servers.PlainAsync();
        return new KafkaDriver().Create(new KafkaOptions { Url = server.Url, TopicPrefix = TopicPrefix });
    }
}
