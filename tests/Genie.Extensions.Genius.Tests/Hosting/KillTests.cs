using System.Globalization;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Hosting;

/// <summary>A real process on a real store, killed with -9 amid its events and started again.</summary>
public sealed class KillTests(PostgreSqlFixture postgres, ITestOutputHelper output) : IClassFixture<PostgreSqlFixture>
{
    private const int KillsMin = 5;
    private const int AnswersMax = (KilledProcessor.Streams * KilledProcessor.EventsPerStream / KillsMin) - 1;
    private const int AnswersBeforeKillMax = 2 * AnswersMax / 3;

    [Fact]
    public async Task On_the_embedded_store_every_event_takes_effect_once_and_is_answered_as_without_kills()
    {
        using var folder = new TemporaryFolder();
        await ExpectEffectsOnceAsync(folder.Path);
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "30")]
    public async Task On_PostgreSQL_every_event_takes_effect_once_and_is_answered_as_without_kills()
    {
        Skip.If(PostgreSqlFixture.WhyUnavailable is not null, PostgreSqlFixture.WhyUnavailable);
        await ExpectEffectsOnceAsync(postgres.ConnectionString);
    }

    private async Task ExpectEffectsOnceAsync(string store)
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        using var calm = new TemporaryFolder();
        var expected = new Dictionary<(int, int), string>();
        await KilledProcessor.ProcessAsync(calm.Path, new int[KilledProcessor.Streams], (stream, number, answer) =>
        {
            lock (expected) expected[(stream, number)] = answer;
        });

        var (next, answers, kills) = (new int[KilledProcessor.Streams], new Dictionary<(int, int), string>(), 0);
        while (next.Any(number => number < KilledProcessor.EventsPerStream))
        {
            if (await RunAsync(store, next, random.Next(1, AnswersBeforeKillMax), answers)) kills++;
        }

        output.WriteLine($"{kills} kills");
        Assert.Equal(expected.OrderBy(each => each.Key), answers.OrderBy(each => each.Key));
        Assert.True(kills >= KillsMin, $"{kills} kills show little.");
        Assert.Equal(await CountAsync(calm.Path), await CountAsync(store));
    }

    /// <summary>It is killed while it goes on; where the kill comes late, it waits for it, or it would be through before enough kills.</summary>
    /// <returns>False if it came to its end before it was killed.</returns>
    private static async Task<bool> RunAsync(string store, int[] next, int answersBeforeKill, Dictionary<(int, int), string> answers)
    {
        await using var process = await OtherProcess.StartAsync(typeof(KillTests), "ready", ["process", store, .. next.Prepend(AnswersMax).Select(each => each.ToString(CultureInfo.InvariantCulture))]);
        for (var told = 0; await process.Output.ReadLineAsync() is { } line;)
        {
            // The last line may have been cut; its event is sent again.
            if (line.Split(' ') is not [var stream, var number, var answer, KilledProcessor.EndOfLine]) continue;
            var (streamNumber, eventNumber) = (int.Parse(stream, CultureInfo.InvariantCulture), int.Parse(number, CultureInfo.InvariantCulture));
            answers[(streamNumber, eventNumber)] = answer;
            next[streamNumber] = eventNumber + 1;
            if (++told == answersBeforeKill) process.Kill();
        }

        return await process.WaitForEndAsync() != 0;
    }

    private static async Task<SortedDictionary<string, int>> CountAsync(string store)
    {
        var counts = new SortedDictionary<string, int>(StringComparer.Ordinal);
        await using var events = await KilledProcessor.OpenAsync(store);
        await foreach (var each in events.ReadAllAsync(0, CancellationToken.None)) counts[each.Stream] = counts.GetValueOrDefault(each.Stream) + 1;
        return counts;
    }
}
