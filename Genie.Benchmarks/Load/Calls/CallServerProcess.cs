using System.Net;
using System.Security.Cryptography.X509Certificates;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>The process that answers calls: tells its address, then, as often as it is asked, what it has used.</summary>
internal static class CallServerProcess
{
    private const double MicrosecondsPerSecond = 1e6;

    /// <summary>Serves until its input ends.</summary>
    public static async Task RunAsync(CallSystem system, IPAddress listen, JsonLineChannel channel, CancellationToken cancellationToken)
    {
        using var certificate = LoopbackCertificate.Create();
        await using var server = await system.StartAsync(certificate, listen).ConfigureAwait(false);
        var address = new CallAddress($"{listen}", server.Port, certificate.Export(X509ContentType.Cert));
        await channel.SendAsync(new CallReport { Address = address }, CallJsonContext.Default.CallReport, cancellationToken).ConfigureAwait(false);
        while (await channel.ReceiveAsync(CallJsonContext.Default.CallOrder, cancellationToken).ConfigureAwait(false) is not null)
            await channel.SendAsync(new CallReport { Usage = UsageOf(ProcessUsage.Now()) }, CallJsonContext.Default.CallReport, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>A reading in the units of calls.</summary>
    public static CallUsage UsageOf(ProcessUsage usage) => new(usage.CpuSeconds * MicrosecondsPerSecond, usage.AllocatedBytes);
}
