namespace Genie.Benchmarks.Load.Games.Transports;

/// <summary>What carries a game's messages over sockets; the names at the command line are these in lower case.</summary>
internal enum GameTransport
{
    /// <summary>Genie.Datagrams over UDP.</summary>
    Udp,

    /// <summary>Genie.Datagrams over TCP.</summary>
    Tcp,

    /// <summary>LiteNetLib.</summary>
    LiteNetLib,

    /// <summary>Grains of Microsoft Orleans.</summary>
    Orleans,
}
