using System.Diagnostics;
using System.Globalization;
using Genie.EventStore;
using Genie.EventStore.Embedded;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>Fills a store, and measures what it takes to open it and to read from it, first with a warm page cache.</summary>
internal sealed class StoreScaleMicroRun(string folder, long streams, long longStream, int size, long segmentBytes, bool isCold)
{
    private const int EventsPerStream = 10;
    private const int EventsPerAppend = 5;
    private const int Rounds = 3;
    private const int EventsPerLongAppend = 100;
    private const int AppendsAtOnce = 4096;
    private const int Reads = 10_000;

    /// <summary>Streams that get their events by turns.</summary>
    private const int StreamsAtOnce = 100_000;
    private const string LongStream = "long";

    /// <summary>Runs it.</summary>
    public async Task RunAsync(Action<string> print, CancellationToken cancellationToken)
    {
        void Print(FormattableString line) => print(line.ToString(CultureInfo.InvariantCulture));
        if (!Directory.Exists(folder))
        {
            var start = Stopwatch.GetTimestamp();
            await FillAsync(cancellationToken).ConfigureAwait(false);
            Print($"filled: {(streams * EventsPerStream) + longStream:N0} events in {Stopwatch.GetElapsedTime(start).TotalSeconds:N0} s");
        }

        Print($"{folder}: segments {BytesOf("*.log") / 1e9:N2} GB, index files {BytesOf("*.idx") / 1e9:N2} GB in {Directory.GetFiles(folder, "*.idx").Length}");
        for (var round = 0; round < Rounds; round++)
        {
            if (isCold) DropCaches();
            await MeasureAsync(isCold ? "cold" : "warm", Print, cancellationToken).ConfigureAwait(false);
        }
    }

    private long BytesOf(string pattern) => new DirectoryInfo(folder).GetFiles(pattern).Sum(file => file.Length);

    // Linux: pages that are not dirty are given up.
    private static void DropCaches() => File.WriteAllText("/proc/sys/vm/drop_caches", "3");

    private async Task FillAsync(CancellationToken cancellationToken)
    {
        var payload = new byte[size];
        new Random(1).NextBytes(payload);
        var some = Enumerable.Repeat(new NewEvent("happened", payload), EventsPerAppend).ToArray();
        await using var store = await OpenAsync(cancellationToken).ConfigureAwait(false);
        var waiting = new List<Task>(AppendsAtOnce);
        for (long from = 0; from < streams; from += StreamsAtOnce)
        {
            for (var turn = 0; turn < EventsPerStream / EventsPerAppend; turn++)
            {
                for (var stream = from; stream < Math.Min(streams, from + StreamsAtOnce); stream++)
                {
                    waiting.Add(store.AppendAsync(new AppendRequest(Name(stream), some) { Key = new RequestKey(1, 1, ((ulong)stream * EventsPerStream) + (ulong)turn) }, cancellationToken).AsTask());
                    if (waiting.Count < AppendsAtOnce) continue;
                    await Task.WhenAll(waiting).ConfigureAwait(false);
                    waiting.Clear();
                }
            }
        }

        await Task.WhenAll(waiting).ConfigureAwait(false);
        var many = Enumerable.Repeat(some[0], EventsPerLongAppend).ToArray();
        for (long at = 0; at < longStream; at += EventsPerLongAppend)
            await store.AppendAsync(new AppendRequest(LongStream, many.AsMemory(0, (int)Math.Min(EventsPerLongAppend, longStream - at))), cancellationToken).ConfigureAwait(false);
    }

    private async Task MeasureAsync(string what, Action<FormattableString> print, CancellationToken cancellationToken)
    {
        var (heap, resident) = Memory();
        var start = Stopwatch.GetTimestamp();
        await using var store = await OpenAsync(cancellationToken).ConfigureAwait(false);
        var opened = Stopwatch.GetElapsedTime(start);
        var (heapAfter, residentAfter) = Memory();
        print($"{what}: opened in {opened.TotalSeconds:0.000} s; heap {heapAfter / 1e6:N1} MB ({(heapAfter - heap) / (double)streams:N1} bytes a stream), resident {residentAfter / 1e6:N1} MB ({(residentAfter - resident) / (double)streams:N1} bytes a stream)");
        await ReadSomeAsync(store, what, print, cancellationToken).ConfigureAwait(false);
        await AppendSomeAsync(store, what, print, cancellationToken).ConfigureAwait(false);
        if (what == "cold") DropCaches();
        start = Stopwatch.GetTimestamp();
        long read = 0, bytes = 0;
        await foreach (var each in store.ReadStreamAsync(LongStream, 1, cancellationToken).ConfigureAwait(false)) (read, bytes) = (read + 1, bytes + each.Payload.Length);
        var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        print($"{what}: {read:N0} events of one stream read in {seconds:0.000} s: {read / seconds:N0} events/s, {bytes / seconds / 1e6:N0} MB/s of payload");
        if (what == "cold") DropCaches();
        var segments = Directory.GetFiles(folder, "*.log").Order(StringComparer.Ordinal).ToArray()[^(int)((longStream * (size + 48L) / segmentBytes) + 1)..];
        start = Stopwatch.GetTimestamp();
        var raw = ReadFiles(segments);
        seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        print($"{what}: the files of those events ({raw / 1e6:N0} MB) read in {seconds:0.000} s: {raw / seconds / 1e6:N0} MB/s");
        (heapAfter, residentAfter) = Memory();
        print($"{what}: afterwards heap {heapAfter / 1e6:N1} MB, resident {residentAfter / 1e6:N1} MB ({(residentAfter - resident) / (double)streams:N1} bytes a stream)");
    }

    private async Task ReadSomeAsync(EmbeddedEventStore store, string what, Action<FormattableString> print, CancellationToken cancellationToken)
    {
        var random = new Random(2);
        var latency = new double[Reads];
        for (var i = 0; i < Reads; i++)
        {
            var start = Stopwatch.GetTimestamp();
            long read = 0;
            await foreach (var each in store.ReadStreamAsync(Name(random.NextInt64(streams)), 1, cancellationToken).ConfigureAwait(false)) read++;
            if (read < EventsPerStream) throw new InvalidDataException($"{read} events of {EventsPerStream} are there.");
            latency[i] = Stopwatch.GetElapsedTime(start).TotalMicroseconds;
        }

        Array.Sort(latency);
        print($"{what}: {Reads:N0} streams at random read: p50 {latency[Reads / 2]:N0} us, p99 {latency[Reads * 99 / 100]:N0} us");
    }

    private async Task AppendSomeAsync(EmbeddedEventStore store, string what, Action<FormattableString> print, CancellationToken cancellationToken)
    {
        var random = new Random();
        NewEvent[] one = [new("happened", new byte[size])];
        var start = Stopwatch.GetTimestamp();
        var appends = Enumerable.Range(0, Reads).Select(_ => store.AppendAsync(
            new AppendRequest(Name(random.NextInt64(streams)), one) { Key = new RequestKey((ulong)random.NextInt64(), 2, 1) }, cancellationToken).AsTask());
        await Task.WhenAll(appends).ConfigureAwait(false);
        print($"{what}: {Reads:N0} appends with keys to streams at random: {Reads / Stopwatch.GetElapsedTime(start).TotalSeconds:N0}/s");
    }

    private static long ReadFiles(string[] files)
    {
        var buffer = new byte[1 << 20];
        long total = 0;
        foreach (var path in files)
        {
            using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            long at = 0;
            for (int read; (read = RandomAccess.Read(file, buffer, at)) > 0;) at += read;
            total += at;
        }

        return total;
    }

    private static string Name(long stream) => $"customer-order/{stream}";

    private static (long Heap, long Resident) Memory()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        using var process = Process.GetCurrentProcess();
        return (GC.GetTotalMemory(forceFullCollection: true), process.WorkingSet64);
    }

    private Task<EmbeddedEventStore> OpenAsync(CancellationToken cancellationToken) =>
        EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder, SegmentBytes = segmentBytes }, cancellationToken);
}
