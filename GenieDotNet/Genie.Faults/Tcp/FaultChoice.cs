using System.Net;

namespace Genie.Faults;

/// <summary>A fault, and whose it is.</summary>
/// <param name="Fault">Which.</param>
/// <param name="Directions">Whose bytes it is about.</param>
/// <param name="IsConcerned">True for a client that has it; null for all.</param>
internal sealed record FaultChoice(TcpFault Fault, FaultDirections Directions, Func<IPEndPoint, bool>? IsConcerned)
{
    /// <summary>The fault of a client.</summary>
    public TcpFault Of(IPEndPoint client) => IsConcerned is null || IsConcerned(client) ? Fault : TcpFault.None;
}
