using System.Net.Sockets;
using Genie.Benchmarks.Commands.Micro;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Workload;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>
/// The control of a sweep: a bare socket between two processes, and the work with no broker. The same processes measure it from the first round to the last, so that what moves it is
/// the machine.
/// </summary>
/// <param name="request">What the sweep was asked for.</param>
internal sealed class ControlReferences(BenchRequest request) : IAsyncDisposable
{
    private static readonly TimeSpan Duration = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan WarmUp = TimeSpan.FromMilliseconds(100);

    // The runtime compiles meanwhile.
    private static readonly TimeSpan ColdWarmUp = TimeSpan.FromSeconds(2);

    private readonly LoadChildren _children = new();
    private LoopbackRun? _loopback;
    private bool _isNoneWarm;
    private bool _hasComplained;

    /// <summary>Measures it ahead of a round's first row; what cannot be measured is missing, and told once.</summary>
    public async Task<ControlReading> MeasureAsync(int round, BenchDisplay display, CancellationToken cancellationToken) => new(
        round,
        await TryAsync(() => MeasureLoopbackAsync(cancellationToken), display, cancellationToken).ConfigureAwait(false),
        await TryAsync(() => MeasureNoneAsync(cancellationToken), display, cancellationToken).ConfigureAwait(false));

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_loopback is not null) await _loopback.DisposeAsync().ConfigureAwait(false);
        await _children.DisposeAsync().ConfigureAwait(false);
    }

    private async Task<double?> TryAsync(Func<Task<double?>> measure, BenchDisplay display, CancellationToken cancellationToken)
    {
        try
        {
            return await measure().ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return null;
        }
        catch (Exception error) when (error is IOException or SocketException or BrokerException)
        {
            if (!_hasComplained) display.Complain($"The sweep's control could not be measured: {error.Message}");
            _hasComplained = true;
            return null;
        }
    }

    private async Task<double?> MeasureLoopbackAsync(CancellationToken cancellationToken)
    {
        if (_loopback is null)
        {
            _loopback = await LoopbackRun.StartAsync(LoopbackRun.UsualBytes, blocking: false, cancellationToken).ConfigureAwait(false);
            await _loopback.MeasureAsync(ColdWarmUp, cancellationToken).ConfigureAwait(false);
        }

        await _loopback.MeasureAsync(WarmUp, cancellationToken).ConfigureAwait(false);
        return Median(await _loopback.MeasureAsync(Duration, cancellationToken).ConfigureAwait(false));
    }

    private async Task<double?> MeasureNoneAsync(CancellationToken cancellationToken)
    {
        var rows = await _children.MeasureAsync(NoneJob(_isNoneWarm ? WarmUp : ColdWarmUp), _ => Task.CompletedTask, cancellationToken).ConfigureAwait(false);
        var row = rows.Count > 0 ? rows[0] : null;
        _isNoneWarm = row is { Requests: > 0 };
        if (row is { Requests: 0 }) throw new BrokerException($"none: {row.Marks[0].Text}", isTransient: true);
        return row?.LatencyMicroseconds.P50;
    }

    private static double? Median(LatencyHistogram latency) => latency.Count == 0 ? null : RowBuilder.Figures(latency).P50;

    private LoadJob NoneJob(TimeSpan warmUp) => new()
    {
        Broker = new BrokerChoice { Broker = DriverCatalogue.NullBroker, Client = DriverCatalogue.Of(DriverCatalogue.NullBroker)[0].Client },

        // A disk is no part of a control.
        Workload = request.Workload.Stages == Stages.Grains ? request.Workload with { Stages = Stages.Full, StoreFolder = null } : request.Workload,
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        DurationSeconds = Duration.TotalSeconds,
        WarmUpSeconds = warmUp.TotalSeconds,
        RequestTimeoutSeconds = request.RequestTimeout.TotalSeconds,
    };
}
