using System.Diagnostics;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding.Sampling;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>Measures matching: by the index on all events in a loop, or by trying every rule on those whose answers are compared.</summary>
internal sealed class RulesMicroRun(RulesMicroSample sample, int compared)
{
    private const int Chunk = 256;
    private const double BytesPerMegabyte = 1 << 20;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(1);

    /// <summary>By the index, on several threads at once; looking the events' areas up is part of it.</summary>
    public RulesMicroResult Measure(int threads, TimeSpan time)
    {
        var engine = new RuleEngine(sample.Geocoder);
        var before = GC.GetTotalMemory(forceFullCollection: true);
        var watch = Stopwatch.StartNew();
        engine.Apply([.. sample.Rules.Select(RuleChange.Put)]);
        var loadSeconds = watch.Elapsed.TotalSeconds;
        var megabytes = (GC.GetTotalMemory(forceFullCollection: true) - before) / BytesPerMegabyte;
        Loop(engine, threads, WarmUp);
        var (events, matches, seconds) = Loop(engine, threads, time);
        var hash = Hash((each, ids) => Match(engine, each, ids));
        return Result("index", events, matches, seconds, hash) with { Threads = threads, LoadSeconds = Math.Round(loadSeconds, 2), IndexMegabytes = Math.Round(megabytes, 1) };
    }

    /// <summary>By trying every rule.</summary>
    public RulesMicroResult Scan()
    {
        var scan = new RuleScan(sample.Rules);
        long matches = 0;
        var watch = Stopwatch.StartNew();
        var hash = Hash((each, ids) =>
        {
            scan.Match(sample.Events[each], sample.Geocoder.LookUp(sample.Events[each].Place), ids);
            matches += ids.Count;
        });
        return Result("scan", Compared, matches, watch.Elapsed.TotalSeconds, hash) with { Threads = 1 };
    }

    private int Compared => Math.Min(compared, sample.Events.Length);

    private string Hash(Action<int, List<string>> match)
    {
        var answers = new List<string>(Compared);
        for (var i = 0; i < Compared; i++)
        {
            var ids = new List<string>();
            match(i, ids);
            ids.Sort(StringComparer.Ordinal);
            answers.Add(string.Join(',', ids));
        }

        return SamplePoints.HashOf(answers);
    }

    private void Match(RuleEngine engine, int each, List<string> ids)
    {
        var match = engine.MatchAsync(sample.Events[each], ids, CancellationToken.None);
        if (!match.IsCompletedSuccessfully) match.AsTask().GetAwaiter().GetResult();
    }

    private (long Events, long Matches, double Seconds) Loop(RuleEngine engine, int threads, TimeSpan time)
    {
        var (events, matches) = (0L, 0L);
        var watch = Stopwatch.StartNew();
        var workers = Enumerable.Range(0, threads).Select(number => new Thread(() =>
        {
            var ids = new List<string>();
            var (done, found) = (0L, 0L);
            var next = (int)((long)sample.Events.Length * number / threads);
            while (watch.Elapsed < time)
            {
                for (var i = 0; i < Chunk; i++)
                {
                    ids.Clear();
                    Match(engine, next, ids);
                    found += ids.Count;
                    if (++next == sample.Events.Length) next = 0;
                }

                done += Chunk;
            }

            Interlocked.Add(ref events, done);
            Interlocked.Add(ref matches, found);
        })).ToList();
        workers.ForEach(worker => worker.Start());
        workers.ForEach(worker => worker.Join());
        return (events, matches, watch.Elapsed.TotalSeconds);
    }

    private RulesMicroResult Result(string candidate, long events, long matches, double seconds, string hash) => new()
    {
        Candidate = candidate,
        Rules = sample.Rules.Length,
        EventsPerSecond = Math.Round(events / seconds),
        Events = events,
        MatchesPerEvent = Math.Round((double)matches / events, 2),
        Compared = Compared,
        AnswersHash = hash,
    };
}
