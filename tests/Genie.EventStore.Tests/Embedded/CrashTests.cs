using System.Globalization;
using Genie.EventStore.Embedded;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.EventStore.Tests.Embedded;

/// <summary>A real process on a real disk, killed with -9 under load. GENIE_KILLS=100 for a longer run.</summary>
public sealed class CrashTests(ITestOutputHelper output)
{
    private const int KillsByDefault = 12;

    [Fact]
    public async Task Nothing_confirmed_is_lost_when_the_process_is_killed()
    {
        var kills = int.Parse(Environment.GetEnvironmentVariable("GENIE_KILLS") ?? $"{KillsByDefault}", CultureInfo.InvariantCulture);
        using var folder = new TemporaryFolder();
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var confirmed = new Dictionary<int, long>();
        for (var kill = 0; kill < kills; kill++)
        {
            var keys = await RunAndKillAsync(folder.Path, kill, TimeSpan.FromMilliseconds(random.Next(20, 250)), confirmed);
            await VerifyAsync(folder.Path, kill, confirmed, keys);
        }

        await PythonReader.CompareAsync(folder.Path);
        output.WriteLine($"{kills} kills, {confirmed.Values.Sum():N0} events confirmed");
        Assert.True(confirmed.Values.Sum() > kills, "Too few events to tell anything.");
    }

    private static async Task<Dictionary<int, (ulong Sequence, long Version)>> RunAndKillAsync(string folder, int life, TimeSpan time, Dictionary<int, long> confirmed)
    {
        await using var process = await OtherProcess.StartAsync(typeof(CrashTests), "ready", "append", folder, $"{life}");
        var killer = Task.Delay(time).ContinueWith(_ => process.Kill(), TaskScheduler.Default);
        var keys = new Dictionary<int, (ulong, long)>();
        while (await process.Output.ReadLineAsync() is { } line)
        {
            // The last line may have been cut.
            if (line.Split(' ') is not [var writer, var version, var sequence]) continue;
            var number = int.Parse(writer, CultureInfo.InvariantCulture);
            if (!long.TryParse(version, CultureInfo.InvariantCulture, out var last) || last <= confirmed.GetValueOrDefault(number)) continue;
            confirmed[number] = last;
            keys[number] = (ulong.Parse(sequence, CultureInfo.InvariantCulture), last);
        }

        await killer;
        await process.WaitForEndAsync();
        return keys;
    }

    private static async Task VerifyAsync(string folder, int life, Dictionary<int, long> confirmed, Dictionary<int, (ulong Sequence, long Version)> keys)
    {
        await using var store = await EmbeddedEventStore.OpenAsync(CrashingWriter.Options(folder), CancellationToken.None);
        for (var writer = 0; writer < CrashingWriter.Writers; writer++)
        {
            var stream = CrashingWriter.Stream(writer);
            long version = 0;
            await foreach (var each in store.ReadStreamAsync(stream, 1, CancellationToken.None))
            {
                Assert.Equal(++version, each.Version);
                Assert.True(each.Payload.Span.SequenceEqual(CrashingWriter.Payload(writer, version)));
            }

            Assert.True(version >= confirmed.GetValueOrDefault(writer), $"{stream}: {confirmed.GetValueOrDefault(writer)} were confirmed, {version} are there.");
            Assert.Equal(0, version % 2);
            if (!keys.TryGetValue(writer, out var key)) continue;
            var found = await store.FindAsync(stream, new RequestKey((ulong)life, (uint)writer, key.Sequence), CancellationToken.None);
            Assert.True(found is { } where && Math.Abs(where.LastVersion - key.Version) == 0);
        }
    }
}
