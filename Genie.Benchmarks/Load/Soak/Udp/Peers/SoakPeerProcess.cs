using System.Security.Cryptography;
using Genie.Benchmarks.Load.Control;

namespace Genie.Benchmarks.Load.Soak.Udp.Peers;

/// <summary>A process that is one side of the soak: does what it is told until its input ends.</summary>
internal static class SoakPeerProcess
{
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(20);

    /// <summary>Runs it.</summary>
    public static async Task RunAsync(bool isServer, JsonLineChannel channel, CancellationToken cancellationToken)
    {
        if (await channel.ReceiveAsync(SoakJsonContext.Default.SoakPeerOrder, cancellationToken).ConfigureAwait(false) is not { Start: { } start }) return;
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var identity = SoakEndpoints.Identity(start.Plan, key);
        using var peer = isServer ? SoakPeer.Listen(start, identity) : SoakPeer.Connect(start);
        await AnswerAsync(isServer ? new SoakPeerReport { Port = peer.Port, PublicKey = identity.PublicKey.ToArray() } : await ConnectAsync(peer, start.Plan.Connections, cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
        while (await channel.ReceiveAsync(SoakJsonContext.Default.SoakPeerOrder, cancellationToken).ConfigureAwait(false) is { } order)
        {
            if (order.Stop) peer.Stop();
            await AnswerAsync(new SoakPeerReport { Reading = peer.Read() }).ConfigureAwait(false);
        }

        Task AnswerAsync(SoakPeerReport report) => channel.SendAsync(report, SoakJsonContext.Default.SoakPeerReport, cancellationToken);
    }

    private static async Task<SoakPeerReport> ConnectAsync(SoakPeer peer, int wanted, CancellationToken cancellationToken)
    {
        for (var waited = TimeSpan.Zero; waited < ConnectTimeout; waited += Look)
        {
            if (peer.ConnectionCount >= wanted) return new SoakPeerReport();
            await Task.Delay(Look, cancellationToken).ConfigureAwait(false);
        }

        return new SoakPeerReport { Error = FormattableString.Invariant($"{peer.ConnectionCount} of {wanted} connections were established within {ConnectTimeout.TotalMinutes:0} minutes. {string.Join("; ", peer.Read().Notes)}") };
    }
}
