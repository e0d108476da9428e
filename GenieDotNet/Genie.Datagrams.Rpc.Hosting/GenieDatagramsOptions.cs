namespace Genie.Datagrams.Rpc.Hosting;

/// <summary>The endpoint of a host. Checked when the host starts.</summary>
public sealed class GenieDatagramsOptions : GenieEndpointOptions
{
    /// <summary>Settings of calls.</summary>
    public RpcOptions Rpc { get; set; } = new();
}
