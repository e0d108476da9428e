namespace Genie.Grpc.Official;

/// <summary>Stands for all services of the host where Grpc.AspNetCore wants a type.</summary>
internal sealed class AllServices;
