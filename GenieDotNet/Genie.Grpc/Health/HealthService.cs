using Genie.Grpc.Health.Messages;
using Microsoft.Extensions.Hosting;
using static Genie.Grpc.Health.Messages.HealthCheckResponse.Types;

namespace Genie.Grpc.Health;

/// <summary>The standard health checking service <c>grpc.health.v1.Health</c> (gRPC's doc/health-checking.md).</summary>
/// <param name="states">What it tells.</param>
/// <param name="lifetime">Ends watches when the host stops; without it they last as long as their clients want.</param>
public sealed class HealthService(HealthStates states, IHostApplicationLifetime? lifetime = null) : IGrpcService
{
    /// <summary>The service's full name.</summary>
    public const string Name = "grpc.health.v1.Health";

    /// <inheritdoc/>
    public void Bind(IGrpcServiceBinder binder)
    {
        ArgumentNullException.ThrowIfNull(binder);
        binder.AddUnary<HealthCheckRequest, HealthCheckResponse>(GrpcMethod.Of<HealthCheckRequest, HealthCheckResponse>(Name, "Check"), Check);
        binder.AddServerStreaming<HealthCheckRequest, HealthCheckResponse>(GrpcMethod.Of<HealthCheckRequest, HealthCheckResponse>(Name, "Watch"), WatchAsync);
    }

    private ValueTask<HealthCheckResponse> Check(HealthCheckRequest request, IGrpcCall call) =>
        StatusOf(request.Service) is var status and not ServingStatus.ServiceUnknown
            ? ValueTask.FromResult(new HealthCheckResponse { Status = status })
            : throw new GrpcStatusException(GrpcStatusCode.NotFound, $"No service '{request.Service}' is known here.");

    private async ValueTask WatchAsync(HealthCheckRequest request, IGrpcResponses<HealthCheckResponse> responses, IGrpcCall call)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(call.CancellationToken, lifetime?.ApplicationStopping ?? CancellationToken.None);
        ServingStatus? told = null;
        while (true)
        {
            // Asked for before the state is read: a change in between is seen.
            var changed = states.Changed;
            if (StatusOf(request.Service) is var status && status != told)
            {
                await responses.WriteAsync(new HealthCheckResponse { Status = status }).ConfigureAwait(false);
                told = status;
            }

            try
            {
                await changed.WaitAsync(ending.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (!call.CancellationToken.IsCancellationRequested)
            {
                throw new GrpcStatusException(GrpcStatusCode.Unavailable, "The server is stopping; watch another, or this one when it is back.");
            }
        }
    }

    private ServingStatus StatusOf(string service) => states.Get(service) switch
    {
        true => ServingStatus.Serving,
        false => ServingStatus.NotServing,
        null => ServingStatus.ServiceUnknown,
    };
}
