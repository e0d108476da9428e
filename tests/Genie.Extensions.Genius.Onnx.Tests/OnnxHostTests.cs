using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Testing;
using Genie.Geocoding;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Time.Testing;

namespace Genie.Extensions.Genius.Onnx.Tests;

public sealed class OnnxHostTests
{
    private static readonly GeniusEvent Paid = new()
    {
        Key = "card-7",
        RequestKey = new RequestKey(1, 1, 1),
        Kind = "paid",
        Time = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero),
        Place = new GeoPoint(40, -75),
        Value = 900,
        Attributes = [new("speed", 3)],
    };

    [Fact]
    public async Task The_readmes_rule_is_met_by_the_first_event_of_a_host_that_starts()
    {
        using var folder = new TemporaryFolder();
        var models = Directory.CreateDirectory(Path.Combine(folder.Path, "models")).FullName;
        OnnxFile.Linear(-5, 0.01, 1).WriteTo(Path.Combine(models, "fraud.onnx"));
        for (var run = 0; run < 2; run++)
        {
            await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = Path.Combine(folder.Path, "events"), SegmentBytes = 1 << 20 }, default);
            var builder = Host.CreateApplicationBuilder();
            builder.Services.AddSingleton<IReverseGeocoder>(NoAreas.Instance);

            builder.Services.AddSingleton<IEventStore>(store);
            builder.Services.AddGenius(options => options with { Channel = null });
            builder.Services.AddGeniusOnnxModels(new OnnxModelOptions { Folder = models });
            using var host = builder.Build();
            await host.StartAsync();
            var rules = host.Services.GetRequiredService<RuleStore>();
            Assert.Equal(run, rules.List().Count);
            Assert.Empty(rules.Quarantined);
            if (run == 0) await rules.PutAsync(new Rule("suspect", RuleText.Parse("""kind == "paid" && model("fraud.onnx", value, attributes.speed) > 0.8""")), RuleMode.Active, null, default);

            var answer = await host.Services.GetRequiredService<GeniusProcessor>().ProcessAsync(Paid with { RequestKey = new RequestKey(1, 1, (ulong)run) }, default);
            Assert.Equal(["suspect"], answer.Rules);
            await host.StopAsync();
        }

        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Extensions.Genius.Onnx/README.md");
    }

    [Fact]
    public void Files_that_come_change_and_break_are_followed()
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, "fraud.onnx");
        var resources = new RuleResources();
        using var service = new OnnxModelService(resources, new OnnxModelOptions { Folder = folder.Path, FileBytesMax = 10_000 }, new FakeTimeProvider(), NullLogger<OnnxModelService>.Instance);
        using var engine = new MatchedRule(resources, """model("fraud.onnx", value, attributes.speed) > 0.8""");

        service.Refresh();
        Assert.Contains("there is no model 'fraud.onnx' on this host", engine.TryPut(), StringComparison.Ordinal);

        File.WriteAllText(path, "no model");
        service.Refresh();
        Assert.Contains("the model 'fraud.onnx' does not load: ", engine.TryPut(), StringComparison.Ordinal);

        OnnxFile.Linear(0, new double[5_000]).WriteTo(path);
        service.Refresh();
        Assert.Contains("at most 10,000 are read", engine.TryPut(), StringComparison.Ordinal);

        OnnxFile.Linear(0, 1, 1, 1).WriteTo(path);
        service.Refresh();
        Assert.Contains("takes 3 features, not 2", engine.TryPut(), StringComparison.Ordinal);

        OnnxFile.Linear(-5, 0.01, 1).WriteTo(path);
        service.Refresh();
        Assert.Null(engine.TryPut());
        Assert.True(engine.IsMatched(Paid));
        var version = resources.Version;

        service.Refresh();
        Assert.Equal(version, resources.Version);

        OnnxFile.Linear(-50, 0.01, 1).WriteTo(path);
        Touch(path);
        service.Refresh();
        Assert.False(engine.IsMatched(Paid));
        Assert.True(engine.IsMatched(Paid with { Value = 9_000 }));

        File.Delete(path);
        service.Refresh();
        Assert.True(engine.IsMatched(Paid with { Value = 9_000 }));
    }

    [Fact]
    public void A_folder_that_is_not_there_yet_stops_nobody()
    {
        using var folder = new TemporaryFolder();
        var models = Path.Combine(folder.Path, "models");
        var resources = new RuleResources();
        using var service = new OnnxModelService(resources, new OnnxModelOptions { Folder = models }, new FakeTimeProvider(), NullLogger<OnnxModelService>.Instance);
        service.Refresh();

        Directory.CreateDirectory(models);
        OnnxFile.Linear(0, 1).WriteTo(Path.Combine(models, "a.onnx"));
        service.Refresh();

        Assert.Equal(1, resources.FindModel("a.onnx")?.FeatureCount);
    }

    // Files that are written within one tick of the file system's clock have one time.
    private static void Touch(string path) => File.SetLastWriteTimeUtc(path, File.GetLastWriteTimeUtc(path).AddSeconds(1));

    /// <summary>An engine with one rule, if it takes it.</summary>
    private sealed class MatchedRule(RuleResources resources, string text) : IDisposable
    {
        private readonly RuleEngine _engine = new(NoAreas.Instance, resources);

        /// <summary>Why the rule does not run; null: it does.</summary>
        public string? TryPut()
        {
            try
            {
                _engine.Put(new Rule("suspect", RuleText.Parse(text)));
                return null;
            }
            catch (InvalidRuleException error)
            {
                return error.Message;
            }
        }

        public bool IsMatched(GeniusEvent value) => RuleEvaluator.Meets(_engine.Find("suspect")!.When, value, default, resources);

        public void Dispose() => _engine.Remove("suspect");
    }
}
