using System.Buffers;
using BenchmarkDotNet.Attributes;
using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.Brokers.InMemory;
using Genie.Brokers.Ledger;

namespace Genie.MicroBenchmarks.Benchmarks;

/// <summary>Whole requests of 256 bytes, one at a time: frame, ledger, driver, handler and all the way back.</summary>
[MemoryDiagnoser]
public class RequestBenchmarks
{
    private static readonly byte[] Payload = [.. Enumerable.Range(0, 256).Select(i => (byte)i)];
    private IBroker _broker = null!;
    private LedgeredConnection _connection = null!;
    private LedgeredMessage _message = null!;

    [Params("none", "inmemory")]
    public string Broker { get; set; } = "";

    [Params(false, true)]
    public bool InlineContinuations { get; set; }

    [GlobalSetup]
    public async Task StartAsync()
    {
        var driver = InMemoryDrivers.All.Single(candidate => candidate.Broker == Broker);
        _broker = driver.Create(BrokerOptionsBinder.Bind(Broker, driver.OptionsType));
        var handler = new LedgeredHandler(new DeliveryLedger(1), static (message, reply, _) =>
        {
            foreach (var segment in message) reply.Write(segment.Span);
            return ValueTask.CompletedTask;
        });
        await _broker.ListenAsync("requests", new ListenOptions(), handler.HandleAsync, CancellationToken.None);
        var options = new ConnectionOptions { InlineContinuations = InlineContinuations };
        _connection = new LedgeredConnection(await _broker.ConnectAsync("requests", options, CancellationToken.None), new SentLedger(1));
        _message = _connection.CreateMessage();
    }

    [GlobalCleanup]
    public async Task StopAsync() => await _broker.DisposeAsync();

    // Many in one asynchronous call: the runner waits for each call on a blocked thread, which would be most of what it measured.
    [Benchmark(OperationsPerInvoke = 1000)]
    public async Task RoundTripsAsync()
    {
        for (var i = 0; i < 1000; i++)
        {
            _message.Begin(i);
            _message.Write(Payload);
            using var reply = await _connection.RequestAsync(_message, CancellationToken.None);
        }
    }
}
