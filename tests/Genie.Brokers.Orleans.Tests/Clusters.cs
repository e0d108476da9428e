using System.Globalization;
using Genie.Servers;
using Genie.Testing;
using Genie.Testing.Listening;

namespace Genie.Brokers.Orleans.Tests;

/// <summary>Clusters of one test each.</summary>
internal static class Clusters
{
    /// <summary>A cluster without a silo.</summary>
    public static OrleansOptions Create() => new() { Url = new Uri($"orleans://127.0.0.1:{Ports.PickFree()}"), SiloPort = Ports.PickFree() };

    /// <summary>Starts another process that listens, as another machine would; see Program.cs.</summary>
    public static Task<OtherProcess> ListenAsync(this OrleansOptions options, string channel) =>
        ListeningProgram.StartAsync(typeof(Clusters), options.Url.ToString(), options.SiloPort.ToString(CultureInfo.InvariantCulture), channel);
}
