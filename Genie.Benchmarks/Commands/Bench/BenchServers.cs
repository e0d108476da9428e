using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Workers;
using Genie.Brokers;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Finds out which systems can be measured.</summary>
internal sealed class BenchServers(BenchRequest request) : IAsyncDisposable
{
    private static readonly TimeSpan ReachPatience = TimeSpan.FromSeconds(3);

    /// <summary>The drivers to measure, with settings that reach a server.</summary>
    /// <param name="remarks">Takes a line for each system that is left out.</param>
    /// <param name="cancellationToken">Ends early.</param>
    public async Task<IReadOnlyList<BenchDriver>> PrepareAsync(List<string> remarks, CancellationToken cancellationToken)
    {
        List<BenchDriver> prepared = [];
        foreach (var broker in request.Brokers)
        {
            foreach (var driver in BenchPlan.DriversOf(broker, request))
            {
                var choice = new BrokerChoice { Broker = broker, Client = driver.Client, Settings = request.Settings[broker].ToDictionary() };
                if (await WhyUnreachableAsync(choice, cancellationToken).ConfigureAwait(false) is not { } reason || request.Named.Contains(broker))
                    prepared.Add(await DescribeAsync(driver, choice).ConfigureAwait(false));
                else remarks.Add($"{broker} is left out: {reason}");
            }
        }

        return prepared;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static async Task<BenchDriver> DescribeAsync(IBrokerDriver driver, BrokerChoice choice)
    {
        await using var broker = WorkerFactory.CreateBroker(choice);
        return new BenchDriver(driver, choice, broker.Traits);
    }

    private static async Task<string?> WhyUnreachableAsync(BrokerChoice choice, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(ReachPatience);
        try
        {
            await using var broker = WorkerFactory.CreateBroker(choice);
            await using var connection = await broker.ConnectAsync("genie-reach", new ConnectionOptions(), patience.Token).ConfigureAwait(false);
            return null;
        }
        catch (BrokerSettingException)
        {
            throw;
        }
        catch (BrokerException error)
        {
            return error.Message;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return $"no answer within {ReachPatience.TotalSeconds:0} s";
        }
    }
}
