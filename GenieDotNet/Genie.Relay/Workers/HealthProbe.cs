using System.Net.Sockets;
using Genie.Relay.Configuration;
using Grpc.Core;
using Grpc.Health.V1;

namespace Genie.Relay.Workers;

/// <summary>Asks a worker whether it serves.</summary>
internal static class HealthProbe
{
    /// <summary>Asks once.</summary>
    /// <returns>Null if it serves; else why not, and whether only time ran out.</returns>
    public static async Task<(string Why, bool IsTimeout)?> AskAsync(Worker worker, HealthCheckOptions options, TimeProvider clock, CancellationToken cancellationToken)
    {
        using var time = new CancellationTokenSource(options.Timeout, clock);
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, time.Token);
        try
        {
            return options.Type == HealthCheckType.Grpc
                ? await AskGrpcAsync(worker, options.Service, timeout.Token).ConfigureAwait(false)
                : await AskTcpAsync(worker, timeout.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is OperationCanceledException or RpcException { StatusCode: StatusCode.Cancelled or StatusCode.DeadlineExceeded })
        {
            cancellationToken.ThrowIfCancellationRequested();
            return ($"no answer within {options.Timeout.TotalSeconds} s", true);
        }
    }

    private static async Task<(string Why, bool IsTimeout)?> AskGrpcAsync(Worker worker, string service, CancellationToken cancellationToken)
    {
        try
        {
            var client = new Health.HealthClient(worker.Connection.Channel);
            var answer = await client.CheckAsync(new HealthCheckRequest { Service = service }, cancellationToken: cancellationToken).ConfigureAwait(false);
            return answer.Status == HealthCheckResponse.Types.ServingStatus.Serving ? null : ($"it says {answer.Status}", false);
        }
        catch (RpcException error) when (error.StatusCode == StatusCode.Unimplemented)
        {
            return ("it does not implement grpc.health.v1.Health; set health_check.type to tcp", false);
        }
        catch (RpcException error) when (error.StatusCode is not (StatusCode.Cancelled or StatusCode.DeadlineExceeded))
        {
            return (error.Status.Detail, false);
        }
    }

    private static async Task<(string Why, bool IsTimeout)?> AskTcpAsync(Worker worker, CancellationToken cancellationToken)
    {
        try
        {
            await using var stream = await WorkerConnection.ConnectAsync(worker.Address, cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (SocketException error)
        {
            return (error.Message, false);
        }
    }
}
