using System.Buffers;
using System.Collections.Concurrent;
using System.Text;
using Genie.Brokers;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Links;
using Xunit;

namespace Genie.Testing;

/// <summary>Each <see cref="ForeignShape"/> that the system's messages can have is handed out once, as it was, and costs the listener nothing: not its link, nor what comes behind.</summary>
public abstract class ForeignShapeTests
{
    private const string Marker = "ours, behind all of theirs";

    /// <summary>The channel of a test.</summary>
    protected string Channel { get; } = Exchanges.NewChannel();

    /// <summary>A broker on a real server; skips where there is none.</summary>
    protected abstract IBroker CreateBroker();

    /// <summary>Sends one message past the driver, with a client that is not ours.</summary>
    /// <returns>False where the system has no such message.</returns>
    protected abstract Task<bool> TrySendAsync(ForeignShape shape, byte[] body);

    [SkippableFact]
    public Task Every_shape_is_handed_out_once_as_it_was_and_costs_nothing() => ExpectEveryShapeAsync(nativeHeaders: false);

    /// <summary>What the test does.</summary>
    /// <param name="nativeHeaders">The listener asks for the messages' headers.</param>
    protected async Task ExpectEveryShapeAsync(bool nativeHeaders)
    {
        await using var broker = CreateBroker();
        var received = new ReceivedTexts();
        var links = new ConcurrentQueue<LinkState>();
        var options = new ListenOptions { NativeHeaders = nativeHeaders, LinkChanged = change => links.Enqueue(change.State) };
        await using (await broker.ListenAsync(Channel, options, (message, reply, token) => received.HandleAsync(BodyOf(message, nativeHeaders), reply, token), default))
        {
            List<string> sent = [];
            foreach (var shape in Enum.GetValues<ForeignShape>())
            {
                var body = shape == ForeignShape.Empty ? "" : $"{shape}";
                if (await TrySendAsync(shape, Encoding.UTF8.GetBytes(body))) sent.Add(body);
            }

            await ExpectAsync(received, sent);

            // What came again would come before the second of these.
            await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions { NativeHeaders = nativeHeaders }, default);
            foreach (var _ in new int[2])
            {
                await connection.SendAsync(Encoding.UTF8.GetBytes(Marker), default);
                await connection.FlushAsync(default);
                await ExpectAsync(received, [Marker]);
            }

            Assert.Empty(links);
        }

        // A listener that comes later finds none of them.
        var later = new ReceivedTexts();
        await using var listener = await broker.ListenAsync(Channel, new ListenOptions(), later.HandleAsync, default);
        await using var sender = await broker.ConnectAsync(Channel, new ConnectionOptions(), default);
        await sender.SendAsync(Encoding.UTF8.GetBytes(Marker), default);
        await sender.FlushAsync(default);
        await ExpectAsync(later, [Marker]);
    }

    private static async Task ExpectAsync(ReceivedTexts received, List<string> sent) =>
        Assert.Equal(sent.Order(StringComparer.Ordinal), (await received.TakeAsync(sent.Count)).Order(StringComparer.Ordinal));

    private static ReadOnlySequence<byte> BodyOf(in ReadOnlySequence<byte> message, bool nativeHeaders) =>
        nativeHeaders && MessageEnvelope.TryRead(message.ToArray(), out _, out var body) ? new ReadOnlySequence<byte>(body) : message;
}

/// <summary>The same where the system's messages have headers, and the listener asks for them.</summary>
public abstract class ForeignHeaderShapeTests : ForeignShapeTests
{
    [SkippableFact]
    public Task Every_shape_is_handed_out_where_its_headers_are_asked_for() => ExpectEveryShapeAsync(nativeHeaders: true);
}
