using System.CommandLine;
using Genie.Geocoding;
using Genie.Geocoding.Indexing;
using Genie.Geocoding.Sampling;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary><c>genie micro geo</c>: look-ups a second on one core, with the points and the fields of the yardstick <c>peers-rs geo</c>.</summary>
internal static class GeoMicroCommand
{
    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var area = new Option<string>("--area") { Description = "us: the county at points in the United States; world: the first-level division anywhere", DefaultValueFactory = _ => "us" };
        area.AcceptOnlyFromAmong("us", "world");
        var candidate = new Option<string>("--candidate") { Description = "genie: the area's layer alone; genie-all-layers: county, state and country in one pass; genie-batch: the same over spans", DefaultValueFactory = _ => "genie" };
        candidate.AcceptOnlyFromAmong("genie", "genie-all-layers", "genie-batch");
        var index = new Option<string?>("--index") { Description = "An index that 'genie map import' wrote, in place of the built-in layers", HelpName = "FILE" };
        var points = new Option<int>("--points") { Description = "How many points", DefaultValueFactory = _ => 1_000_000 };
        points.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<int>() < 1) result.AddError("--points: at least 1.");
        });
        var seconds = new Option<double>("--seconds") { Description = "How long to measure", DefaultValueFactory = _ => 3 };
        var seed = new Option<ulong>("--seed") { Description = "The points' seed", DefaultValueFactory = _ => 1 };
        var json = new Option<bool>("--json") { Description = "Print one JSON object" };
        var command = new Command("geo", "The embedded geocoder alone: look-ups a second on one core") { area, candidate, index, points, seconds, seed, json };
        command.SetAction(parsed =>
        {
            var sample = SamplePoints.Make(parsed.GetValue(area)!, parsed.GetValue(points), parsed.GetValue(seed));
            var run = new GeoMicroRun(parsed.GetValue(area)!, parsed.GetValue(candidate)!, sample, parsed.GetValue(seconds));
            var result = parsed.GetValue(candidate) switch
            {
                "genie" when parsed.GetValue(index) is { } file => run.Measure(() => new LayerLookup(LayerIndex.Open(file))),
                _ when parsed.GetValue(index) is not null => throw new BadArgumentException("--index is one layer: it goes with --candidate genie."),
                "genie-all-layers" => run.Measure(() => new AllLayersLookup(EmbeddedGeocoder.OpenDefault())),
                "genie-batch" => run.Measure(() => new BatchLookup(EmbeddedGeocoder.OpenDefault())),
                _ => run.Measure(() => new LayerLookup(EmbeddedGeocoder.OpenDefault().Layer(parsed.GetValue(area) == "us" ? "county" : "state"))),
            };
            parsed.InvocationConfiguration.Output.WriteLine(parsed.GetValue(json) ? result.ToJson() : result.ToText());
            return 0;
        });
        return command;
    }

    private readonly struct LayerLookup(LayerIndex index) : IGeoLookup
    {
        public void LookUp(ReadOnlySpan<GeoPoint> points, Span<Area?> answers)
        {
            for (var i = 0; i < points.Length; i++) answers[i] = index.AreaAt(points[i]);
        }
    }

    private readonly struct AllLayersLookup(EmbeddedGeocoder geocoder) : IGeoLookup
    {
        public void LookUp(ReadOnlySpan<GeoPoint> points, Span<Area?> answers)
        {
            for (var i = 0; i < points.Length; i++)
            {
                var answer = geocoder.LookUp(points[i]);
                answers[i] = answer.County ?? answer.State;
            }
        }
    }

    private readonly struct BatchLookup(EmbeddedGeocoder geocoder) : IGeoLookup
    {
        private readonly PlaceAnswer[] _places = new PlaceAnswer[GeoMicroRun.ChunkPoints];

        public void LookUp(ReadOnlySpan<GeoPoint> points, Span<Area?> answers)
        {
            geocoder.LookUp(points, _places);
            for (var i = 0; i < points.Length; i++) answers[i] = _places[i].County ?? _places[i].State;
        }
    }
}
