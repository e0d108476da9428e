using BenchmarkDotNet.Attributes;
using Genie.Geocoding;
using Genie.Geocoding.Sampling;

namespace Genie.MicroBenchmarks.Benchmarks;

/// <summary>Look-ups of county, state and country of random points in the United States.</summary>
[MemoryDiagnoser]
public class LookUpBenchmarks
{
    private const int Points = 10_000;

    private readonly GeoPoint[] _points = SamplePoints.Make("us", Points, 1);
    private readonly PlaceAnswer[] _answers = new PlaceAnswer[Points];
    private EmbeddedGeocoder _geocoder = null!;

    [GlobalSetup]
    public void Open() => _geocoder = EmbeddedGeocoder.OpenDefault();

    [GlobalCleanup]
    public void Close() => _geocoder.Dispose();

    [Benchmark(OperationsPerInvoke = Points)]
    public void OneByOne()
    {
        for (var i = 0; i < Points; i++) _answers[i] = _geocoder.LookUp(_points[i]);
    }

    [Benchmark(OperationsPerInvoke = Points)]
    public void OverSpans() => _geocoder.LookUp(_points, _answers);
}
