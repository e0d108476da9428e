using System.Globalization;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Tests.Timers;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Hosting;

/// <summary>A real process is killed with -9 while its timers wait and fire; the next one has no events.</summary>
public sealed class TimerKillTests(ITestOutputHelper output)
{
    private const int Keys = 200;
    private const int KillsMin = 4;

    [Theory]
    [InlineData("200000")]
    [InlineData("50")]
    public async Task Timers_that_were_set_before_a_kill_fire_once_after_it_in_memory_or_not(string timersMax)
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        using var folder = new TemporaryFolder();
        await RunAsync(folder.Path, [timersMax, "send"], 0);
        for (var kills = 1; kills < KillsMin; kills++) await RunAsync(folder.Path, [timersMax], random.Next(1, Keys / 4));

        // Not before all came: this one is not killed amid them.
        await RunAsync(folder.Path, [timersMax], Keys);

        await using var store = await OpenAsync(folder.Path);
        var facts = await new OutputReader(store).ReadAsync(0, default).Where(each => each.WindowClosed is { Window: "sessions" }).ToListAsync();
        Assert.Equal(Enumerable.Range(0, Keys).Select(i => $"k{i}").Order(), facts.Select(each => each.WindowClosed.Key).Order());
    }

    /// <summary>Arguments: <c>timers STORE TIMERS-MAX [send]</c>. It says how many sessions have ended in all, until it is killed.</summary>
    public static async Task<int> RunAsync(string[] arguments)
    {
        await using var output = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
        await using var store = await OpenAsync(arguments[1]);
        using var host = await TimerHost.StartAsync(store, TimeProvider.System, TimeSpan.FromMilliseconds(50), int.Parse(arguments[2], CultureInfo.InvariantCulture));
        var processor = host.Services.GetRequiredService<GeniusProcessor>();

        // Sessions of 30 s end about when the process that sends is gone.
        var time = DateTimeOffset.UtcNow - TimeSpan.FromSeconds(28);
        if (arguments is [_, _, _, "send"]) await Task.WhenAll(Enumerable.Range(0, Keys).Select(i => processor.ProcessAsync(TimerHost.Event($"k{i}", 1, time), default).AsTask()));
        await output.WriteLineAsync("ready");
        var ended = 0;
        await foreach (var each in new OutputReader(store).SubscribeAsync(0, default))
        {
            if (each.WindowClosed is { Window: "sessions" }) await output.WriteLineAsync((++ended).ToString(CultureInfo.InvariantCulture));
        }

        return 0;
    }

    private static async Task RunAsync(string store, string[] more, int endedBeforeKill)
    {
        await using var process = await OtherProcess.StartAsync(typeof(TimerKillTests), "ready", ["timers", store, .. more]);
        while (endedBeforeKill > 0 && await process.Output.ReadLineAsync().WaitAsync(TimeSpan.FromSeconds(120)) is { } line && int.Parse(line, CultureInfo.InvariantCulture) < endedBeforeKill)
        {
        }

        await process.KillAsync();
    }

    private static Task<EmbeddedEventStore> OpenAsync(string folder) =>
        EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder, SegmentBytes = 1 << 20 }, CancellationToken.None);
}
