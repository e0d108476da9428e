using Genie.Relay.Configuration;

namespace Genie.Relay.Workers;

/// <summary>Where a worker listens.</summary>
/// <param name="Index">Which of the relay's addresses it is, from 0; free again when its worker has ended.</param>
/// <param name="Port">Its port on 127.0.0.1, where it uses one.</param>
/// <param name="SocketFile">Its Unix socket, or null.</param>
internal sealed record WorkerAddress(int Index, int Port, string? SocketFile)
{
    /// <summary>How far above its port a worker's metrics are.</summary>
    public const int MetricsPortOffset = 100;

    /// <summary>The name of the worker that listens here, in logs, metrics and errors.</summary>
    public string WorkerName => $"worker-{Index}";

    /// <summary>The port of its metrics.</summary>
    public int MetricsPort => Port + MetricsPortOffset;

    /// <summary>The address of an index.</summary>
    public static WorkerAddress Of(int index, WorkerOptions workers, string socketFolder) => new(
        index, workers.StartPort + index, CommandText.UsesSocket(workers) ? Path.Combine(socketFolder, $"worker-{index}.sock") : null);

    /// <summary>For logs and errors.</summary>
    public override string ToString() => SocketFile ?? $"127.0.0.1:{Port}";
}
