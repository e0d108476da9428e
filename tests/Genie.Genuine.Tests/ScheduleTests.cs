using Xunit.Abstractions;

namespace Genie.Genuine.Tests;

/// <summary>Random schedules against a model: two and three parties; loss, reorder, doubles, damage, restarts, beginnings at any time.</summary>
public sealed class ScheduleTests(ITestOutputHelper output)
{
    private const int StepsOfASchedule = 60;

    [Theory]
    [InlineData(2, false)]
    [InlineData(2, true)]
    [InlineData(3, false)]
    [InlineData(3, true)]
    public Task Conversations_read_every_message_once_and_none_twice(int parties, bool encryptHeaders) =>
        RunAsync(Effort.Cases(120), seed => new ConversationSchedule(parties, encryptHeaders, seed));

    /// <summary>The ratchet alone, with arithmetic so cheap that millions of schedules take minutes.</summary>
    [Theory]
    [InlineData(2, false)]
    [InlineData(2, true)]
    [InlineData(3, false)]
    [InlineData(3, true)]
    public Task Sessions_read_every_message_once_and_none_twice(int parties, bool encryptHeaders) =>
        RunAsync(Effort.Cases(5_000), seed => new RatchetSchedule(parties, encryptHeaders, seed, ModelProvider.Instance));

    private async Task RunAsync(int schedules, Func<int, Schedule> create)
    {
        var seed = Effort.Seed();
        output.WriteLine($"GENIE_GENUINE_SEED={seed}, {schedules} schedules");
        long read = 0, refused = 0;
        for (var i = 0; i < schedules; i++)
        {
            var scheduleSeed = unchecked(seed + (i * 7919));
            using var schedule = create(scheduleSeed);
            try
            {
                for (var step = 0; step < StepsOfASchedule; step++) await schedule.StepAsync();
                await schedule.FinishAsync();
            }
            catch (Exception error) when (error is not OutOfMemoryException)
            {
                throw new InvalidOperationException($"Schedule {i} of GENIE_GENUINE_SEED={seed} (its own seed {scheduleSeed}): {error.Message}", error);
            }

            read += schedule.ReadCount;
            refused += schedule.RefusedCount;
        }

        output.WriteLine($"{read} read, {refused} refused");
        Assert.True(read > schedules * 5L && refused > schedules, $"{read} read, {refused} refused");
    }
}
