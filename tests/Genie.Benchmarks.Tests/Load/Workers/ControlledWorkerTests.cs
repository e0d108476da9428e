using System.IO.Pipes;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Workers;
using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Tests.Load.Workers;

/// <summary>Both ends of the control channel, over pipes inside this process.</summary>
public sealed class ControlledWorkerTests : IAsyncLifetime, IDisposable
{
    private static readonly BrokerChoice Choice = new() { Broker = "inmemory", Client = "wire" };
    private readonly AnonymousPipeServerStream _toWorker = new(PipeDirection.Out);
    private readonly AnonymousPipeServerStream _toClient = new(PipeDirection.Out);
    private readonly AnonymousPipeClientStream _fromWorker;
    private readonly AnonymousPipeClientStream _fromClient;
    private readonly TaskCompletionSource<string> _ended = new();
    private readonly IBroker _broker = InMemoryDrivers.All.Single(driver => driver.Broker == "inmemory").Create(new InMemoryOptions());
    private readonly JsonLineChannel _clientEnd;
    private readonly JsonLineChannel _workerEnd;
    private readonly RemoteWorker _remote;
    private readonly Task _worker;

    public ControlledWorkerTests()
    {
        _fromWorker = new AnonymousPipeClientStream(PipeDirection.In, _toClient.ClientSafePipeHandle);
        _fromClient = new AnonymousPipeClientStream(PipeDirection.In, _toWorker.ClientSafePipeHandle);
        _clientEnd = new JsonLineChannel(_fromWorker, _toWorker);
        _workerEnd = new JsonLineChannel(_fromClient, _toClient);
        _remote = new RemoteWorker(_clientEnd, _ended.Task, () => _toWorker.DisposeAsync());
        _worker = new ControlledWorker(_workerEnd, StartAsync).RunAsync(CancellationToken.None);
    }

    [Fact]
    public async Task It_counts_and_reports_the_run_that_was_begun()
    {
        await ListenAsync();
        var ledger = new SentLedger(7);
        await _remote.BeginAsync(7, CancellationToken.None);
        await using (var connection = new LedgeredConnection(await _broker.ConnectAsync("c", new ConnectionOptions(), CancellationToken.None), ledger))
        {
            for (var i = 0; i < 5; i++) (await connection.RequestAsync("hello"u8.ToArray(), CancellationToken.None)).Dispose();
        }

        Assert.Equal(5, await _remote.ReceivedAsync(CancellationToken.None));
        var report = await _remote.ReportAsync(CancellationToken.None);
        var delivered = new DeliveryLedger(7);
        delivered.Merge(new MemoryStream(Assert.Single(report.Deliveries)));
        var counts = ledger.Settle(delivered, late: 0);
        Assert.True(counts.IsClean, counts.ToString());
        Assert.Equal(5, counts.Delivered);
        Assert.NotNull(report.Usage);

        await _remote.BeginAsync(8, CancellationToken.None);
        Assert.Equal(0, await _remote.ReceivedAsync(CancellationToken.None));
    }

    [Fact]
    public async Task It_rests_between_two_jobs()
    {
        await ListenAsync();
        await _remote.RestAsync(CancellationToken.None);
        await Assert.ThrowsAsync<BrokerException>(() => _remote.ReceivedAsync(CancellationToken.None));
        await ListenAsync();
        await _remote.BeginAsync(9, CancellationToken.None);
        await using var connection = new LedgeredConnection(await _broker.ConnectAsync("c", new ConnectionOptions(), CancellationToken.None), new SentLedger(9));
        (await connection.RequestAsync("hello"u8.ToArray(), CancellationToken.None)).Dispose();
        Assert.Equal(1, await _remote.ReceivedAsync(CancellationToken.None));
        Assert.True(await _remote.CompileTimeAsync(CancellationToken.None) > TimeSpan.Zero);
    }

    [Fact]
    public async Task What_it_cannot_do_is_an_error_with_its_own_message()
    {
        var error = await Assert.ThrowsAsync<BrokerException>(() => _remote.ReceivedAsync(CancellationToken.None));
        Assert.Contains("does not listen yet", error.Message, StringComparison.Ordinal);
        await ListenAsync();
        Assert.Equal(0, await _remote.ReceivedAsync(CancellationToken.None));
    }

    [Fact]
    public async Task A_request_that_is_no_request_is_answered_and_counted_and_the_worker_lives_on()
    {
        await ListenAsync();
        await using var connection = await _broker.ConnectAsync("c", new ConnectionOptions(), CancellationToken.None);
        await Assert.ThrowsAsync<RemoteHandlerException>(() => connection.RequestAsync("no frame"u8.ToArray(), CancellationToken.None).AsTask());
        var report = await _remote.ReportAsync(CancellationToken.None);
        Assert.Equal(1, report.Failures);
        Assert.Single(report.Notes);
    }

    [Fact]
    public async Task Its_death_fails_what_was_asked_and_says_why()
    {
        await _toWorker.DisposeAsync();
        await _worker.WaitAsync(TimeSpan.FromSeconds(60));
        await _toClient.DisposeAsync();
        _ended.SetResult("The worker process ended with exit code 137.");
        var error = await Assert.ThrowsAsync<WorkerDiedException>(() => _remote.ReceivedAsync(CancellationToken.None));
        Assert.Contains("137", error.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<WorkerDiedException>(() => _remote.Death);
    }

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        await _remote.DisposeAsync();
        await _worker.WaitAsync(TimeSpan.FromSeconds(60));
        await _broker.DisposeAsync();
    }

    public void Dispose()
    {
        _toClient.Dispose();
        _clientEnd.Dispose();
        _workerEnd.Dispose();
    }

    private Task<string?> ListenAsync() => _remote.ListenAsync(new WorkerJob { Broker = Choice, Channel = "c", Workload = new WorkloadChoice() }, CancellationToken.None);

    private Task<WorkerSession> StartAsync(WorkerJob job, CancellationToken cancellationToken) =>
        WorkerSession.StartAsync(_broker, new EchoWorkload(), job, owns: false, cancellationToken);
}
