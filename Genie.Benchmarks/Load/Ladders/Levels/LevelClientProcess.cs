using System.Buffers;
using System.Diagnostics;
using Genie.Benchmarks.Load.Ladders.Levels.Sides;
using Genie.Benchmarks.Measurement;
using Genie.Workload;

namespace Genie.Benchmarks.Load.Ladders.Levels;

/// <summary>The process that makes requests, one after the other, and checks every answer.</summary>
internal sealed class LevelClientProcess(LevelTransport transport) : LevelProcess
{
    // A link that does not recover is no figure.
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(30);

    private readonly ArrayBufferWriter<byte> _request = new();
    private readonly ArrayBufferWriter<byte> _answer = new();
    private ILevelClient? _client;
    private IWorkload? _workload;
    private ulong _sequence;

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        var client = _client;
        _client = null;
        if (client is not null) await client.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async Task<LevelReport> OpenAsync(LevelOpening opening, CancellationToken cancellationToken)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(AnswerTimeout);
        _workload = WorkloadFactory.CreateForClient(opening.Workload);
        _client = await transport[opening.Kind].Way!.ConnectAsync(opening.Port, timeout.Token).ConfigureAwait(false);
        return new LevelReport();
    }

    /// <inheritdoc/>
    protected override async Task<LevelReport> MakeAsync(TimeSpan time, CancellationToken cancellationToken)
    {
        var client = _client ?? throw new InvalidOperationException("No level is open.");
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(time + AnswerTimeout);
        var latency = new LatencyHistogram();
        var (begun, cpu) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime);
        for (var start = begun; Stopwatch.GetElapsedTime(begun, start) < time;)
        {
            await RequestAsync(client, timeout.Token).ConfigureAwait(false);
            var now = Stopwatch.GetTimestamp();
            latency.Record(LatencyRecorder.ToNanoseconds(now - start));
            start = now;
        }

        var used = Environment.CpuUsage.TotalTime - cpu;
        var figures = RowBuilder.Figures(latency);
        return new LevelReport { Times = new LevelTimes(latency.Count, figures.Mean, figures.P50, figures.P99, used.TotalMicroseconds / latency.Count) };
    }

    private async ValueTask RequestAsync(ILevelClient client, CancellationToken cancellationToken)
    {
        const uint sender = 1;
        _request.ResetWrittenCount();
        _answer.ResetWrittenCount();
        _workload!.WriteRequest(sender, ++_sequence, _request);
        await client.RequestAsync(_request.WrittenMemory, _answer, cancellationToken).ConfigureAwait(false);
        if (!_workload.IsRightAnswer(sender, _sequence, _answer.WrittenSpan)) throw new InvalidDataException($"The answer to request {_sequence} is wrong.");
    }
}
