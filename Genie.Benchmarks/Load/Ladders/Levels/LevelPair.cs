using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Load.Control;
using Genie.Brokers;

namespace Genie.Benchmarks.Load.Ladders.Levels;

/// <summary>The two processes of a transport.</summary>
internal sealed class LevelPair(LevelTransport transport) : IAsyncDisposable
{
    private readonly ChildProgram _server = ChildProgram.StartSelf($"{transport.Name} server", LevelsCommand.Name, transport.Name, LevelsCommand.ServeOption);
    private readonly ChildProgram _client = ChildProgram.StartSelf($"{transport.Name} client", LevelsCommand.Name, transport.Name);

    /// <summary>Which.</summary>
    public LevelTransport Transport => transport;

    /// <summary>Measures a level, with no other one open.</summary>
    /// <returns>Its round trips, with the processor time of both processes.</returns>
    /// <exception cref="BrokerException">It cannot be measured; the message has the library's own words.</exception>
    public async Task<LevelTimes> MeasureAsync(LevelOpening opening, TimeSpan warmUp, TimeSpan time, CancellationToken cancellationToken)
    {
        var port = (await AskAsync(_server, new LevelOrder { Open = opening }, cancellationToken).ConfigureAwait(false)).Port;
        await AskAsync(_client, new LevelOrder { Open = opening with { Port = port } }, cancellationToken).ConfigureAwait(false);
        await AskAsync(_client, new LevelOrder { Seconds = warmUp.TotalSeconds }, cancellationToken).ConfigureAwait(false);
        var before = await AskAsync(_server, new LevelOrder(), cancellationToken).ConfigureAwait(false);
        var times = (await AskAsync(_client, new LevelOrder { Seconds = time.TotalSeconds }, cancellationToken).ConfigureAwait(false)).Times!;
        var after = await AskAsync(_server, new LevelOrder(), cancellationToken).ConfigureAwait(false);
        await AskAsync(_client, new LevelOrder { Close = true }, cancellationToken).ConfigureAwait(false);
        await AskAsync(_server, new LevelOrder { Close = true }, cancellationToken).ConfigureAwait(false);
        return times with { CpuMicroseconds = times.CpuMicroseconds + ((after.CpuMicroseconds - before.CpuMicroseconds) / times.Requests) };
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync().ConfigureAwait(false);
        await _server.DisposeAsync().ConfigureAwait(false);
    }

    private static async Task<LevelReport> AskAsync(ChildProgram child, LevelOrder order, CancellationToken cancellationToken)
    {
        try
        {
            await child.Channel.SendAsync(order, LevelJsonContext.Default.LevelOrder, cancellationToken).ConfigureAwait(false);
        }
        catch (IOException)
        {
            // It has ended, which the answer says.
        }

        var report = await child.Channel.ReceiveAsync(LevelJsonContext.Default.LevelReport, cancellationToken).ConfigureAwait(false)
            ?? throw new BrokerException(await child.Ended.WaitAsync(cancellationToken).ConfigureAwait(false), isTransient: false);
        return report.Error is null ? report : throw new BrokerException(report.Error, isTransient: false);
    }
}
