using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Grains;
using Genie.Testing;

namespace Genie.Extensions.Genius.Tests.Streams;

/// <summary>A definition that is changed between two runs of a program.</summary>
public sealed class WindowDefinitionTests : IDisposable
{
    private static readonly DateTimeOffset Begin = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly WindowDefinition Hours = new() { Name = "visits", Shape = new TumblingWindow(TimeSpan.FromHours(1)) };

    private readonly TemporaryFolder _folder = new();
    private ulong _sequence;

    public static TheoryData<string, WindowDefinition> Others => new()
    {
        { "shape", Hours with { Shape = new TumblingWindow(TimeSpan.FromMinutes(10)) } },
        { "kind of shape", Hours with { Shape = new SlidingWindow(TimeSpan.FromHours(1), TimeSpan.FromHours(1)) } },
        { "rule", Hours with { Rule = "yard" } },
        { "order", Hours with { OutOfOrder = TimeSpan.FromSeconds(1) } },
        { "lateness", Hours with { AllowedLateness = TimeSpan.FromHours(2) } },
        { "items", Hours with { ItemsMax = 16 } },
        { "sources", Hours with { SourceOf = static value => value.Kind } },
        { "selectors", Hours with { SelectorDescription = "key by attribute 'region'" } },
    };

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Others))]
    public async Task Another_definition_is_refused_and_the_first_one_goes_on(string what, WindowDefinition other)
    {
        await CountAsync(Hours, Begin);
        var error = await Assert.ThrowsAsync<WindowChangedException>(() => CountAsync(other, Begin.AddMinutes(1)));
        Assert.Contains("version 1, were begun as tumbling windows of 01:00:00 of all events", error.Message, StringComparison.Ordinal);
        Assert.Equal("visits", error.WindowName);
        await CountAsync(Hours, Begin.AddMinutes(1));
        var result = Assert.Single(await CountAsync(Hours, Begin.AddHours(1)));
        Assert.True(result.Count == 2, $"{result.Count} events after another {what}");
    }

    [Fact]
    public async Task What_only_says_how_results_are_reported_may_change()
    {
        await CountAsync(Hours, Begin);
        var result = Assert.Single(await CountAsync(Hours with { TopItems = 1, IdleTimeout = Timeout.InfiniteTimeSpan }, Begin.AddHours(1)));
        Assert.Equal(1, result.Count);
    }

    [Fact]
    public async Task Sources_are_part_of_what_is_remembered_and_when_they_are_idle_is_not()
    {
        await CountAsync(Hours, Begin);
        var bySource = Hours with { Name = "by-source", SourceOf = static value => value.Kind, SelectorDescription = "sources by kind" };
        await CountAsync(bySource, Begin);
        await CountAsync(bySource with { SourceIdleTimeout = TimeSpan.FromSeconds(1) }, Begin);
        await Assert.ThrowsAsync<WindowChangedException>(() => CountAsync(bySource with { SourcesMax = 2 }, Begin));

        await using var store = await OpenAsync();
        const string Plain = "tumbling windows of 01:00:00 of all events, out of order by 00:00:00, late by 00:00:00, 256 items";
        Assert.Equal(Plain, await BegunAsAsync("visits"));
        Assert.Equal(Plain + ", by source, 64 at most, sources by kind", await BegunAsAsync("by-source"));

        async Task<string> BegunAsAsync(string name) => System.Text.Encoding.UTF8.GetString((await store.ReadStreamAsync("genius/window-definitions/" + name, 1, default).SingleAsync()).Payload.Span);
    }

    [Fact]
    public async Task A_higher_version_begins_anew_and_its_facts_say_so()
    {
        var minutes = Hours with { Shape = new TumblingWindow(TimeSpan.FromMinutes(10)), Version = 2 };
        await CountAsync(Hours, Begin);
        await CountAsync(minutes, Begin);
        var result = Assert.Single(await CountAsync(minutes, Begin.AddMinutes(10)));
        Assert.Equal((1L, Begin.AddMinutes(10)), (result.Count, result.End));
        await CountAsync(Hours, Begin.AddHours(1));

        await using var store = await OpenAsync();
        var facts = await new OutputReader(store).ReadAsync(0, default).Select(each => each.WindowClosed).ToListAsync();
        Assert.Equal([("visits", 2), ("visits", 1)], facts.Select(fact => (fact.Window, fact.DefinitionVersion)));
    }

    [Fact]
    public async Task Of_two_that_begin_at_once_one_is_refused_or_both_are_the_same()
    {
        await using var store = await OpenAsync();
        await using var one = new GrainRuntime();
        await using var two = new GrainRuntime();
        var first = new WindowAggregator(one, store, Hours);
        var second = new WindowAggregator(two, store, Hours with { ItemsMax = 1 });
        var outcomes = await Task.WhenAll(Task.Run(() => Record.ExceptionAsync(() => first.CheckAsync(default).AsTask())), Task.Run(() => Record.ExceptionAsync(() => second.CheckAsync(default).AsTask())));
        Assert.IsType<WindowChangedException>(Assert.Single(outcomes, error => error is not null));
    }

    private async Task<IReadOnlyList<WindowResult>> CountAsync(WindowDefinition definition, DateTimeOffset time)
    {
        await using var store = await OpenAsync();
        await using var runtime = new GrainRuntime();
        var windows = new WindowAggregator(runtime, store, definition);
        return (await windows.AddAsync("k", new WindowInput(time, 1, "a"), new RequestKey(1, 1, ++_sequence), default)).Results;
    }

    private Task<EmbeddedEventStore> OpenAsync() => EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path }, default);
}
