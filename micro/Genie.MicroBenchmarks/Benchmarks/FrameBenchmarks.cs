using BenchmarkDotNet.Attributes;
using Genie.Brokers.Frame;

namespace Genie.MicroBenchmarks.Benchmarks;

/// <summary>The frame with its checksum over the payload.</summary>
[MemoryDiagnoser]
public class FrameBenchmarks
{
    private static readonly MessageFrame Frame = new(1, 2, 3, 4);
    private byte[] _payload = [];
    private byte[] _message = [];

    [Params(64, 256, 4096)]
    public int PayloadBytes { get; set; }

    [GlobalSetup]
    public void Fill()
    {
        _payload = new byte[PayloadBytes];
        new Random(1).NextBytes(_payload);
        _message = new byte[MessageFrame.HeaderBytes + PayloadBytes];
        Frame.Write(_message, _payload);
    }

    [Benchmark]
    public int Write() => Frame.Write(_message, _payload);

    [Benchmark]
    public FrameStatus Read() => MessageFrame.Read(_message, out _, out _);
}
