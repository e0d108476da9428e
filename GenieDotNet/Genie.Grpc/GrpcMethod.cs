using Google.Protobuf;

namespace Genie.Grpc;

/// <summary>A method's name and how its messages become bytes.</summary>
/// <param name="Service">The service's full name, such as <c>grpc.health.v1.Health</c>.</param>
/// <param name="Name">The method's name within it.</param>
/// <param name="Requests">The requests' bytes.</param>
/// <param name="Responses">The responses' bytes.</param>
public sealed record GrpcMethod<TRequest, TResponse>(
    string Service, string Name, GrpcMarshaller<TRequest> Requests, GrpcMarshaller<TResponse> Responses)
    where TRequest : class
    where TResponse : class
{
    /// <summary>The path under which HTTP/2 carries it.</summary>
    public string Path => $"/{Service}/{Name}";
}

/// <summary>Methods whose messages are protobuf's.</summary>
public static class GrpcMethod
{
    /// <summary>A method of protobuf messages.</summary>
    public static GrpcMethod<TRequest, TResponse> Of<TRequest, TResponse>(string service, string name)
        where TRequest : class, IMessage<TRequest>, new()
        where TResponse : class, IMessage<TResponse>, new() =>
        new(service, name, GrpcMarshaller.Of<TRequest>(), GrpcMarshaller.Of<TResponse>());
}
