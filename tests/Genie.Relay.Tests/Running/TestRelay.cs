using System.Diagnostics;
using System.Net;
using System.Text;
using Genie.Relay.Configuration;
using Genie.Relay.Hosting;
using Genie.Testing;
using Genie.Testing.Grpc;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Genie.Relay.Tests.Running;

/// <summary>A relay with Python workers, and a client of it.</summary>
internal sealed class TestRelay : IAsyncDisposable
{
    public static readonly TimeSpan Timeout = TimeSpan.FromSeconds(120);

    /// <summary>A time that passes by a clock that is moved, and by no other before a test gives up.</summary>
    public static readonly TimeSpan BeyondTimeout = TimeSpan.FromSeconds(150);

    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(100);

    private readonly GrpcChannel _channel;

    private TestRelay(RelayHost host)
    {
        (Host, Clock) = (host, host.Options.Clock as ManualClock);
        _channel = GrpcChannel.ForAddress($"http://127.0.0.1:{host.Port}", new GrpcChannelOptions { HttpHandler = new RelayDeadlines(), DisposeHttpClient = true });
    }

    public RelayHost Host { get; }

    /// <summary>The relay's clock where the test moves it; null: the system's.</summary>
    public ManualClock? Clock { get; }

    public HttpClient Http { get; } = new();

    public string Target => $"127.0.0.1:{Host.Port}";

    public static async Task<TestRelay> StartAsync(Func<RelayOptions, RelayOptions>? change = null, ILoggerFactory? loggers = null)
    {
        Skip.If(PythonPeer.WhyUnavailable() is not null, PythonPeer.WhyUnavailable());
        var options = TrialWorker.Options();
        var host = await RelayHost.StartAsync(change?.Invoke(options) ?? options, loggers ?? NullLoggerFactory.Instance, CancellationToken.None);
        var relay = new TestRelay(host);
        try
        {
            await relay.PassTimeUntilAsync(() => Task.FromResult(host.WorkersStarted.IsCompletedSuccessfully));
            return relay;
        }
        catch
        {
            await relay.DisposeAsync();
            throw;
        }
    }

    /// <summary>Calls a method of the workers with a text.</summary>
    public async Task<string> CallAsync(string method, string request, CallOptions options = default) =>
        Encoding.UTF8.GetString(await TrialMethods.Unary(_channel, method, Encoding.UTF8.GetBytes(request), options));

    /// <summary>The status that a call ends with.</summary>
    public async Task<Status> StatusOfAsync(string method, string request, CallOptions options = default)
    {
        try
        {
            await CallAsync(method, request, options);
            return Status.DefaultSuccess;
        }
        catch (RpcException error)
        {
            return error.Status;
        }
    }

    /// <summary>Begins a call that keeps its slot until it is released, and returns once a worker has it.</summary>
    public async Task<HeldCall> HoldAsync()
    {
        var held = new HeldCall(this);
        await UntilAsync(async () => (await FiguresAsync()).Workers.Any(worker => worker.InFlight > 0));
        return held;
    }

    /// <summary>A deadline <see cref="BeyondTimeout"/> that the relay keeps by its clock, and the client does not by its own.</summary>
    public static CallOptions RelayDeadline { get; } = new(new Metadata { { RelayDeadlines.Header, $"{BeyondTimeout.TotalSeconds}S" } });

    /// <summary>The status page's figures.</summary>
    public async Task<RelayFigures> FiguresAsync() => await RelayFigures.ReadAsync(Http, Host.ProbesPort);

    /// <summary>The HTTP status of a probe.</summary>
    public static async Task<HttpStatusCode> ProbeAsync(HttpClient http, RelayHost host, string path)
    {
        using var response = await http.GetAsync(new Uri($"http://127.0.0.1:{host.ProbesPort}/{path}"));
        return response.StatusCode;
    }

    /// <summary>Waits for something.</summary>
    public static async Task UntilAsync(Func<Task<bool>> condition)
    {
        var watch = Stopwatch.StartNew();
        while (!await condition())
        {
            if (watch.Elapsed > Timeout) throw new TimeoutException("What was waited for did not happen.");
            await Task.Delay(10);
        }
    }

    /// <summary>Waits for something that takes time by the relay's clock, and moves that on meanwhile.</summary>
    public Task PassTimeUntilAsync(Func<Task<bool>> condition) => UntilAsync(async () =>
    {
        if (await condition()) return true;
        Clock?.Advance(Tick);
        return false;
    });

    public async ValueTask DisposeAsync()
    {
        _channel.Dispose();
        var stop = Host.StopAsync();
        await PassTimeUntilAsync(() => Task.FromResult(stop.IsCompleted));
        await stop;
        Http.Dispose();
    }
}
