using Genie.Rpc.Quic.Generators;
using Genie.Testing.Generators;

namespace Genie.Rpc.Quic.Tests.Generating;

/// <summary>The generator of these tests.</summary>
internal static class Generation
{
    public static GeneratorRun Of { get; } = new(
        new QuicRpcGenerator(), "using System.Collections.Generic; using System.Net.Quic; using System.Threading; using System.Threading.Tasks; using Genie.Rpc.Quic;");
}
