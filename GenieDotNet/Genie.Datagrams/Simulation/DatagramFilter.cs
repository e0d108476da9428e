namespace Genie.Datagrams.Simulation;

/// <summary>Somebody on the path: reads a datagram, may change it, and lets it pass or not.</summary>
internal delegate bool DatagramFilter(Span<byte> datagram, DatagramAddress from, DatagramAddress to);
