using System.CommandLine;
using System.CommandLine.Parsing;
using Genie.Benchmarks.Commands.Bench;
using Genie.Benchmarks.Commands.Scenarios;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Commands.Compare;

/// <summary>Measures two configurations of <c>bench</c> alternately, so that a machine that drifts harms both alike.</summary>
internal static class ComparedConfigurations
{
    /// <summary>Reads a configuration as <c>bench</c> would.</summary>
    /// <param name="name">The option it comes from, for error texts.</param>
    /// <param name="text">The arguments of bench.</param>
    /// <param name="repetitions">Repetitions of each row.</param>
    /// <param name="file">Where its results go.</param>
    /// <exception cref="BadArgumentException">It makes no sense.</exception>
    public static BenchRequest Read(string name, string text, int repetitions, string file)
    {
        var options = new BenchOptions();
        var command = new Command("bench");
        options.AddTo(command);
        var arguments = ScenarioArguments.Expand([command.Name, .. CommandLineParser.SplitCommandLine(text)], Parse);
        var parsed = Parse(arguments);
        if (CommandLine.FindErrors(parsed) is { Count: > 0 } errors) throw new BadArgumentException($"{name}: {string.Join(' ', errors)}");
        var request = options.Read(parsed);
        if (request.Sweep is not null) throw new BadArgumentException($"{name}: a sweep decides by itself which row is next; measure two and compare their files.");
        return request with
        {
            Repetitions = repetitions,
            Folder = Path.GetDirectoryName(Path.GetFullPath(file))!,
            JsonFile = file,
            CommandLine = $"bench {ShownCommandLine.Of(parsed)}",
        };

        ParseResult Parse(IReadOnlyList<string> given) => command.Parse([.. given.Skip(1)]);
    }

    /// <summary>Measures A B, B A, A B and so on.</summary>
    /// <returns>The results of both.</returns>
    public static async Task<(BenchResults A, BenchResults B)> MeasureAsync(BenchRequest a, BenchRequest b, CommandStreams streams, CancellationToken cancellationToken)
    {
        await using var sessionA = new BenchSession(a, streams.Error);
        await using var sessionB = new BenchSession(b, streams.Error);
        await sessionA.PrepareAsync(cancellationToken).ConfigureAwait(false);
        await sessionB.PrepareAsync(cancellationToken).ConfigureAwait(false);
        var interleaved = Interleave(sessionA.Jobs, sessionB.Jobs);
        await using (var display = BenchDisplay.Create(a, [.. interleaved.Select(row => row.Job)], streams))
        {
            sessionA.Announce(display);
            sessionB.Announce(display);
            foreach (var (isA, job) in interleaved)
            {
                if (cancellationToken.IsCancellationRequested) break;
                await (isA ? sessionA : sessionB).MeasureAsync(job, display, cancellationToken).ConfigureAwait(false);
            }
        }

        var isPartial = cancellationToken.IsCancellationRequested;
        return (await FinishAsync(sessionA, isPartial, streams.Error).ConfigureAwait(false), await FinishAsync(sessionB, isPartial, streams.Error).ConfigureAwait(false));
    }

    /// <summary>The rows of both, interleaved; who is first alternates too, or whatever the first leaves behind would always be the second's.</summary>
    internal static IReadOnlyList<(bool IsA, LoadJob Job)> Interleave(IReadOnlyList<LoadJob> a, IReadOnlyList<LoadJob> b)
    {
        List<(bool IsA, LoadJob Job)> interleaved = [];
        for (var i = 0; i < Math.Max(a.Count, b.Count); i++)
        {
            var of = (A: a.ElementAtOrDefault(i), B: b.ElementAtOrDefault(i));
            var isAFirst = (of.A ?? of.B!).Repetition % 2 == 1;
            foreach (var isA in new[] { isAFirst, !isAFirst })
            {
                if ((isA ? of.A : of.B) is { } job) interleaved.Add((isA, job));
            }
        }

        return interleaved;
    }

    private static async Task<BenchResults> FinishAsync(BenchSession session, bool isPartial, TextWriter error)
    {
        var results = session.Results(isPartial);
        if (await BenchOutput.TryWritePartialAsync(session.Request, results).ConfigureAwait(false) is { } failure)
            await error.WriteLineAsync($"{failure} The comparison has it all the same.").ConfigureAwait(false);
        return results;
    }
}
