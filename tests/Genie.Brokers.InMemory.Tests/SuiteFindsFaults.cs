using Genie.Brokers.Conformance;
using Genie.Brokers.Drivers;
using Xunit.Abstractions;

namespace Genie.Brokers.InMemory.Tests;

/// <summary>The conformance suite can fail: each fault that the in-memory driver injects makes the checks about it fail.</summary>
public sealed class SuiteFindsFaults(ITestOutputHelper output)
{
    private const int PerMillion = 5_000;

    [Theory]
    [InlineData(nameof(InMemoryOptions.LossPerMillion), "requests-256-in-flight", "RequestTimeoutException")]
    [InlineData(nameof(InMemoryOptions.LossPerMillion), "sends-arrive-once", "are missing")]
    [InlineData(nameof(InMemoryOptions.LossPerMillion), "stopped-listener-loses-nothing", "")]
    [InlineData(nameof(InMemoryOptions.DuplicatePerMillion), "requests-256-in-flight", "")]
    [InlineData(nameof(InMemoryOptions.DuplicatePerMillion), "sends-arrive-once", "arrived more than once")]
    [InlineData(nameof(InMemoryOptions.DuplicatePerMillion), "listeners-share", "arrived more than once")]
    [InlineData(nameof(InMemoryOptions.ReorderPerMillion), "order-is-kept", "after")]
    [InlineData(nameof(InMemoryOptions.CorruptPerMillion), "sends-arrive-once", "damaged")]
    [InlineData(nameof(InMemoryOptions.CorruptPerMillion), "requests-256-in-flight", "an answer")]
    [InlineData(nameof(InMemoryOptions.MisroutePerMillion), "channels-do-not-mix", "")]
    [InlineData(nameof(InMemoryOptions.DelayPerMillion), "requests-16-connections", "RequestTimeoutException")]
    public async Task Fault_fails_its_check(string fault, string check, string words)
    {
        const long Seed = 20_26;
        output.WriteLine($"seed {Seed}");
        var options = BrokerOptionsBinder.Bind<InMemoryOptions>("inmemory", new Dictionary<string, string>
        {
            [Kebab(fault)] = $"{PerMillion}",
            ["fault-seed"] = $"{Seed}",
        });
        var result = await RunAsync(check, new ConformanceSubject { Driver = new InMemoryDriver(), Options = options });
        Assert.Equal(ConformanceOutcome.Failed, result.Outcome);
        Assert.Contains(words, result.Detail, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(Misbehaviour.Allocates, "allocations-per-request")]
    [InlineData(Misbehaviour.Allocates, "allocations-per-send")]
    [InlineData(Misbehaviour.LeaksSocket, "nothing-left-behind")]
    [InlineData(Misbehaviour.LeaksThread, "nothing-left-behind")]
    [InlineData(Misbehaviour.ForgetsError, "nothing-left-behind")]
    [InlineData(Misbehaviour.FakesConfirmation, "unsupported-confirmation-is-refused")]
    [InlineData(Misbehaviour.CutsLargeMessages, "one-byte-too-many-is-refused")]
    [InlineData(Misbehaviour.SwapsAnswers, "requests-256-in-flight")]
    [InlineData(Misbehaviour.IgnoresCancellation, "cancelled-request-frees-its-slot")]
    [InlineData(Misbehaviour.ThrowsOnSecondDispose, "dispose-twice")]
    [InlineData(Misbehaviour.ForgetsWaiters, "callers-take-turns")]
    public async Task Misbehaviour_fails_its_check(Misbehaviour misbehaviour, string check)
    {
        var driver = new MisbehavingDriver(misbehaviour);
        var subject = new ConformanceSubject { Driver = driver, Options = new InMemoryOptions() };
        Assert.Equal(ConformanceOutcome.Failed, (await RunAsync(check, subject)).Outcome);
        driver.CleanUp();
    }

    [Fact]
    public async Task A_deviation_is_reported_with_its_reason()
    {
        var subject = new ConformanceSubject
        {
            Driver = new InMemoryDriver(),
            Options = new InMemoryOptions { ReorderPerMillion = PerMillion },
            Deviations = new Dictionary<string, string> { ["order-is-kept"] = "it reorders on purpose" },
        };
        var result = await RunAsync("order-is-kept", subject);
        Assert.Equal(ConformanceOutcome.NotApplicable, result.Outcome);
        Assert.Equal("it reorders on purpose", result.Detail);
    }

    [Fact]
    public void Check_names_are_unique_and_a_misspelt_one_gets_a_hint()
    {
        Assert.Equal(ConformanceSuite.All.Count, ConformanceSuite.All.Select(check => check.Name).Distinct().Count());
        Assert.All(ConformanceSuite.All, check => Assert.NotEmpty(check.Description));
        var error = Assert.Throws<KeyNotFoundException>(() => ConformanceSuite.Find("round-trip-emtpy"));
        Assert.Contains("round-trip-empty", error.Message, StringComparison.Ordinal);
    }

    private async Task<ConformanceResult> RunAsync(string check, ConformanceSubject subject)
    {
        // Short waits: here they are meant to run out.
        subject = subject with { RequestTimeout = TimeSpan.FromSeconds(2), Timeout = TimeSpan.FromSeconds(2) };
        var result = await ConformanceRunner.RunAsync(ConformanceSuite.Find(check), subject, CancellationToken.None);
        output.WriteLine(result.Detail);
        return result;
    }

    private static string Kebab(string name) =>
        string.Concat(name.Select((letter, place) => char.IsUpper(letter) && place > 0 ? $"-{char.ToLowerInvariant(letter)}" : $"{char.ToLowerInvariant(letter)}"));
}
