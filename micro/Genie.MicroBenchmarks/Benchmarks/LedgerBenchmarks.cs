using BenchmarkDotNet.Attributes;
using Genie.Brokers.Frame;
using Genie.Brokers.Ledger;

namespace Genie.MicroBenchmarks.Benchmarks;

/// <summary>One entry in the ledger, in order, as in a healthy run.</summary>
[MemoryDiagnoser]
public class LedgerBenchmarks
{
    private readonly DeliveryLedger _delivered = new(1);
    private readonly SenderLedger _sender = new SentLedger(1).AddSender();
    private ulong _sequence;

    [Benchmark]
    public bool RecordDelivery() => _delivered.Record(new MessageFrame(1, 0, _sequence++, 0));

    [Benchmark]
    public void SendAndConfirm() => _sender.Confirm(_sender.Next());
}
