using System.Net;

namespace Genie.Faults;

/// <summary>What the proxies of streams and of datagrams share.</summary>
public interface IFaultProxy : IAsyncDisposable
{
    /// <summary>Where clients find it.</summary>
    IPEndPoint EndPoint { get; }

    /// <summary>The network; what is under way arrives as it would have.</summary>
    /// <exception cref="ArgumentOutOfRangeException">A time is negative, or a share is not between 0 and 1.</exception>
    NetworkProfile Profile { get; set; }

    /// <summary>What it did so far.</summary>
    FaultCounts Counts { get; }

    /// <summary>Ends the fault of now; the network stays as it is.</summary>
    void Heal();
}
