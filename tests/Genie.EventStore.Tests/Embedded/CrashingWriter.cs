using System.Globalization;
using Genie.EventStore.Embedded;

namespace Genie.EventStore.Tests.Embedded;

/// <summary>The process that the crash test kills: several writers at once, each of which says what was confirmed.</summary>
internal static class CrashingWriter
{
    public const int Writers = 8;

    public static async Task<int> RunAsync(string[] arguments)
    {
        if (arguments is not ["append", var folder, var life]) return 2;
        await using var store = await EmbeddedEventStore.OpenAsync(Options(folder), CancellationToken.None);
        var output = TextWriter.Synchronized(new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true });
        await output.WriteLineAsync("ready");
        await Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => Task.Run(() => WriteAsync(store, writer, ulong.Parse(life, CultureInfo.InvariantCulture), output))));
        return 0;
    }

    public static EmbeddedStoreOptions Options(string folder) => new() { Folder = folder, SegmentBytes = 1 << 18 };

    public static string Stream(int writer) => $"writer-{writer}";

    /// <summary>What the event of a version must hold.</summary>
    public static byte[] Payload(int writer, long version)
    {
        var payload = new byte[32 + (version * 37 % 400)];
        new Random(HashCode(writer, version)).NextBytes(payload);
        return payload;
    }

    private static int HashCode(int writer, long version) => unchecked((writer * 7919) + (int)version);

    private static async Task WriteAsync(EmbeddedEventStore store, int writer, ulong life, TextWriter output)
    {
        var version = await store.GetVersionAsync(Stream(writer), CancellationToken.None);
        for (ulong sequence = 0; ; sequence++)
        {
            // Two events an append, so that a half one would show.
            NewEvent[] events = [new("first", Payload(writer, version + 1)), new("second", Payload(writer, version + 2))];
            var result = await store.AppendAsync(
                new AppendRequest(Stream(writer), events) { ExpectedVersion = version, Key = new RequestKey(life, (uint)writer, sequence) }, CancellationToken.None);
            version = result.LastVersion;
            await output.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"{writer} {version} {sequence}"));
        }
    }
}
