using System.Buffers;
using System.Collections.Concurrent;
using Genie.Brokers.Conformance.Tools;
using Genie.Brokers.Envelopes;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class HeaderTexts : ConformanceCheck
{
    private static readonly (string What, string Text)[] Texts =
    [
        ("a tab", "a\tb"),
        ("a line feed", "a\nb"),
        ("a carriage return", "a\rb"),
        ("line ends that would be another header", "a\r\nevil: b"),
        ("a NUL", "a\0b"),
        ("an escape", "a\u001Bb"),
        ("a delete", "a\u007Fb"),
        ("a control character of C1", "a\u0085b"),
        ("no character", "a\uFFFFb"),
        ("no character either", "a\uFDD0b"),
        ("half of a surrogate pair", "a\uD83Db"),
        ("the other half", "a\uDE00b"),
        ("a character beyond the first plane", "a\U0001F600b"),
        ("what is no character beyond the first plane", "a\U0001FFFFb"),
        ("a combining character", "e\u0301"),
        ("a byte order mark", "\uFEFFa"),
        ("white space around", " a "),
        ("a backslash and a colon", "a\\c:b"),
        ("a per cent sign", "50%25"),
        ("64 KB", new string('x', 64 << 10)),
        ("65,000 characters", new string('y', 65_000)),
        ("22,000 characters of three bytes", new string('\u20AC', 22_000)),
    ];

    private static readonly (string What, string[] Names)[] Names =
    [
        ("names that differ in case alone", ["Content-Type", "content-type"]),
        ("an empty name", [""]),
        ("a name with a space", ["user name"]),
        ("a name with a line end", ["a\r\nb"]),
        ("a name with a colon", ["a:b"]),
        ("a name with a character beyond the first plane", ["a\U0001F600"]),
        ("a name of 300 bytes", [new string('n', 300)]),
        ("a name that is a number", ["1"]),
    ];

    public override string Name => "header-texts";

    public override string Description => "Whatever text a header, id or key is, it arrives unchanged or is refused before it is sent, by an error that is not transient; the link is untouched.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        await using var bench = new Bench(subject, cancellationToken);
        var native = bench.Broker.Traits.NativeHeaders;
        var (received, losses) = (new ConcurrentDictionary<int, byte[]>(), 0);
        var listening = new ListenOptions
        {
            NativeHeaders = native,
            LinkChanged = _ => Interlocked.Increment(ref losses),
        };
        await using var listener = await bench.Broker.ListenAsync(bench.Channel, listening, NoteAsync, cancellationToken).ConfigureAwait(false);
        await using var connection = await bench.Broker.ConnectAsync(bench.Channel, new ConnectionOptions { RequestTimeout = subject.RequestTimeout, NativeHeaders = native }, cancellationToken).ConfigureAwait(false);
        var cases = Cases().ToList();
        var sent = new List<int>();
        for (var number = 0; number < cases.Count; number++)
        {
            if (await IsSentAsync(connection, cases[number], number, cancellationToken).ConfigureAwait(false)) sent.Add(number);
        }

        await Expect.EventuallyAsync(
            () => sent.All(received.ContainsKey), subject.Timeout, "all that was sent arrives",
            () => $"{string.Join("; ", sent.Where(number => !received.ContainsKey(number)).Select(number => cases[number].What))} did not arrive", cancellationToken).ConfigureAwait(false);
        foreach (var number in sent) ExpectSame(cases[number], received[number]);
        Expect.Equal(0, losses, "changes of the link:");

        ValueTask NoteAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken stopping)
        {
            var bytes = message.ToArray();
            received[bytes[^1]] = bytes;
            return ValueTask.CompletedTask;
        }
    }

    private static IEnumerable<(string What, MessageHeaders Headers)> Cases()
    {
        foreach (var (what, text) in Texts)
        {
            yield return ($"a header with {what}", new MessageHeaders { Id = "i", Values = new Dictionary<string, string> { ["note"] = text } });
            yield return ($"an id with {what}", new MessageHeaders { Id = text });
            yield return ($"a key with {what}", new MessageHeaders { Id = "i", Key = text });
        }

        foreach (var (what, names) in Names) yield return ($"a header with {what}", new MessageHeaders { Id = "i", Values = names.ToDictionary(static name => name, static _ => "value", StringComparer.Ordinal) });
        foreach (var count in new[] { 2, 4 })
            yield return ($"{count} headers of 65,000 characters", new MessageHeaders { Id = "i", Values = Enumerable.Range(0, count).ToDictionary(static number => $"n{number}", static number => new string('n', 65_000)) });
    }

    private static async Task<bool> IsSentAsync(IBrokerConnection connection, (string What, MessageHeaders Headers) one, int number, CancellationToken cancellationToken)
    {
        try
        {
            var bytes = new ArrayBufferWriter<byte>();
            MessageEnvelope.Write(bytes, one.Headers, [(byte)number]);
            await connection.SendAsync(bytes.WrittenMemory, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (Exception error) when (error is MessageHeadersException or PayloadTooLargeException)
        {
            return false;
        }
        catch (Exception error) when (!cancellationToken.IsCancellationRequested)
        {
            throw new ConformanceException($"{one.What} is sent, or refused by a {nameof(MessageHeadersException)}", $"{error.GetType().Name}: {error.Message}", error);
        }
    }

    private static void ExpectSame((string What, MessageHeaders Headers) one, byte[] bytes)
    {
        Expect.That(MessageEnvelope.TryRead(bytes, out var headers, out _), $"{one.What} arrives as an envelope", "none");
        Expect.Equal(Shown(one.Headers.Id), Shown(headers.Id), $"{one.What} arrives with the id");
        Expect.Equal(Shown(one.Headers.Key), Shown(headers.Key), $"{one.What} arrives with the key");
        foreach (var (name, value) in one.Headers.Values) Expect.Equal(Shown(value), Shown(headers.Values.GetValueOrDefault(name, "nothing")), $"{one.What} arrives with the value");
    }

    private static string Shown(string text) => text.Length > 100 ? $"{text.Length} characters of {text[0]}" : string.Concat(text.Select(static each => each is < ' ' or > '~' ? $"U+{(int)each:X4}" : $"{each}"));
}
