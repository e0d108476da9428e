namespace Genie.Faults;

/// <summary>A state that a proxy stays in until it is healed.</summary>
public enum TcpFault
{
    /// <summary>What is sent arrives.</summary>
    None,

    /// <summary>What is sent is taken, and passed on when the fault is over: up to 1 MiB of a connection, then nothing more is read.</summary>
    Stall,

    /// <summary>Nothing is read: the sender's buffers fill until its window is zero.</summary>
    ZeroWindow,

    /// <summary>What is sent is acknowledged and lost, ends of connections included, as when a router between forgot them. Connections that
    /// lost something so are reset when the fault is over.</summary>
    HalfOpen,

    /// <summary>Connections are closed when the server's first bytes have passed; those that are open, at once.</summary>
    GreetThenClose,

    /// <summary>New connections are reset at once.</summary>
    Refuse,
}
