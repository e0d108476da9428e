namespace Genie.Grpc;

/// <summary>A service, written once and served by either implementation: it names its methods and what handles each.</summary>
public interface IGrpcService
{
    /// <summary>Adds every method of the service to a binder. Called once, when the server starts.</summary>
    void Bind(IGrpcServiceBinder binder);
}
