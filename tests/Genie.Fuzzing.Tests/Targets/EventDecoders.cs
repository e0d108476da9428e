using System.Buffers.Binary;
using System.Text;
using Genie.Brokers.Frame;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.EventStore.Embedded.Format;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Testing;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>The event store's files, and the messages of Genius.</summary>
internal static class EventDecoders
{
    private const int SegmentBytes = 1 << 16;
    private const int RecordChecksumAt = 4;
    private const int CheckedFrom = 8;

    public static Decoder GeniusEvents()
    {
        var random = new RandomRules(1);
        return new Decoder
        {
            Genuine = [.. Enumerable.Range(0, 5).Select(_ => EventCodec.Encode(random.NextEvent()))],
            Refusals = [typeof(MalformedEventException)],
            Decode = static (input, _) => double.IsNaN(EventCodec.Decode(input).Place.Latitude) ? "nowhere" : "event",
        };
    }

    public static Decoder GeniusRules()
    {
        var random = new RandomRules(2) { HasTables = true };
        return new Decoder
        {
            Genuine = [.. Enumerable.Range(0, 20).Select(_ => RuleCodec.Encode(random.NextRule()))],
            Refusals = [typeof(MalformedRuleException)],
            Decode = static (input, _) => RuleCodec.Decode(input).When.GetType().Name,
        };
    }

    /// <summary>What is read is written so that the same is read again.</summary>
    public static Decoder GeniusRuleTexts()
    {
        var random = new RandomRules(3) { HasTables = true };
        return new Decoder
        {
            Genuine = Decoder.Texts([.. Enumerable.Range(0, 40).Select(_ => RuleText.Format(random.NextCondition(2)))]),
            Refusals = [typeof(RuleTextException)],
            Pieces = Decoder.Texts("&&", "||", "!", "(", ")", "==", "!=", "<=", " in ", "[", "]", ",", "kind", "key.startsWith", "value", "place.state", "place.within", "circle", "polygon", "time.during", "\\u0041", "\"", "'", "//", "-", "1e9", "true", "attributes.speed", "has(attributes.on)", "lookup(\"t\", key).x", "in table(\"t\")"),
            Decode = static (input, _) =>
            {
                var text = RuleText.Format(RuleText.Parse(Encoding.UTF8.GetString(input)));
                var again = RuleText.Format(RuleText.Parse(text));
                return again == text ? $"{text.Split(' ').Length / 8}" : throw new InvalidOperationException($"{text} was read as {again}");
            },
        };
    }

    /// <summary>A store whose segment is the input: it opens with what is whole, or says that what was confirmed is damaged.</summary>
    public static Decoder Store()
    {
        var folder = new TemporaryFolder();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => folder.Dispose();
        Fill(folder.Path).GetAwaiter().GetResult();
        var segment = Directory.GetFiles(folder.Path).First(file => SegmentHeader.TryRead(File.ReadAllBytes(file), out _));
        var genuine = File.ReadAllBytes(segment);
        return new Decoder
        {
            // With some of the zeros that it is filled up with: the last batch ends in some of its own.
            Genuine = [genuine[..(Array.FindLastIndex(genuine, value => value != 0) + BatchHeader.HeaderBytes)]],
            Refusals = [typeof(EventStoreException)],
            Repair = Seal,
            AllocatedBytesMax = 64 << 20,
            Decode = (input, _) =>
            {
                File.WriteAllBytes(segment, input);
                return $"{Count(folder.Path).GetAwaiter().GetResult()}";
            },
        };
    }

    private static async Task Fill(string folder)
    {
        var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder, SegmentBytes = SegmentBytes }, CancellationToken.None);
        await using (store)
        {
            for (var i = 0; i < 5; i++)
            {
                var events = new[] { new NewEvent("Opened", new byte[i]), new NewEvent("Paid", new byte[10]) };
                await store.AppendAsync(new AppendRequest($"stream/{i % 2}", events) { Key = i % 2 == 0 ? new RequestKey(1, 2, (ulong)i) : null }, CancellationToken.None);
            }
        }
    }

    private static async Task<int> Count(string folder)
    {
        var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder, SegmentBytes = SegmentBytes, ReadOnly = true }, CancellationToken.None);
        await using (store)
        {
            var count = 0;
            await foreach (var each in store.ReadAllAsync(0, CancellationToken.None)) count += each.Type.Length > 0 ? 1 : 0;
            return count;
        }
    }

    private static void Seal(byte[] bytes)
    {
        if (bytes.Length < SegmentHeader.HeaderBytes) return;
        Sign(bytes.AsSpan(0, SegmentHeader.HeaderBytes));
        for (var at = SegmentHeader.HeaderBytes; at + BatchHeader.HeaderBytes <= bytes.Length;)
        {
            Sign(bytes.AsSpan(at, BatchHeader.HeaderBytes));
            if (!BatchHeader.TryRead(bytes.AsSpan(at), out var header)) return;
            at += BatchHeader.HeaderBytes;
            for (var left = header.Records; left > 0 && at + LogRecord.HeaderBytes <= bytes.Length; left--)
            {
                var length = BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(at));
                if (length < LogRecord.HeaderBytes || length > bytes.Length - at) return;
                Sign(bytes.AsSpan(at, length));
                at += length;
            }
        }
    }

    private static void Sign(Span<byte> checkedBytes) => BinaryPrimitives.WriteUInt32LittleEndian(checkedBytes[RecordChecksumAt..], Crc32C.Compute(checkedBytes[CheckedFrom..]));
}
