using Genie.Benchmarks.Drivers;
using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.Brokers.Frame;
using Genie.Brokers.Partitioning;
using Genie.Workload;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>Starts workers by the names in a job.</summary>
internal static class WorkerFactory
{
    /// <summary>Creates the broker that a choice names.</summary>
    /// <exception cref="BrokerSettingException">A setting is unknown or unreadable.</exception>
    public static IBroker CreateBroker(BrokerChoice choice)
    {
        var broker = BrokerOptionsBinder.Create(DriverCatalogue.Find(choice.Broker, choice.Client), choice.Settings);
        return choice.Partitions == 1 ? broker : new PartitionedBroker(broker, choice.Partitions, static message => PartyKey.Of(message[MessageFrame.HeaderBytes..]));
    }

    /// <summary>Starts a worker in this process, with a broker of its own.</summary>
    public static async Task<WorkerSession> StartSessionAsync(WorkerJob job, CancellationToken cancellationToken)
    {
        var workload = await WorkloadFactory.CreateForWorkerAsync(job.Workload, cancellationToken).ConfigureAwait(false);
        var broker = CreateBroker(job.Broker);
        if (job.Encrypt) broker = Encryption.OfListener(broker);
        return await WorkerSession.StartAsync(broker, workload, job, owns: true, cancellationToken).ConfigureAwait(false);
    }
}
