using Microsoft.AspNetCore.Routing;

namespace Genie.Grpc;

/// <summary>One of the two implementations.</summary>
internal interface IGrpcServing
{
    /// <summary>Maps all services of the host.</summary>
    void Map(IEndpointRouteBuilder endpoints);
}
