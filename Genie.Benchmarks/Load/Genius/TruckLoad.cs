using System.Collections.Concurrent;
using System.Globalization;
using Genie.Benchmarks.Load.Faults;
using Genie.Extensions.Genius.Messages;
using Grpc.Core;
using Grpc.Net.Client;

namespace Genie.Benchmarks.Load.Genius;

/// <summary>Trucks that send their events to any server, each until it is answered.</summary>
/// <param name="plan">How many, how fast, and how long an answer may take.</param>
/// <param name="route">The events.</param>
/// <param name="members">The servers.</param>
internal sealed class TruckLoad(GeniusFaultPlan plan, TruckRoute route, GeniusMembers members) : RepeatingLoad(plan.Senders, plan.Pause), IDisposable
{
    private static readonly StatusCode[] Final = [StatusCode.InvalidArgument, StatusCode.NotFound, StatusCode.Unimplemented, StatusCode.Unauthenticated, StatusCode.PermissionDenied];

    private readonly ConcurrentDictionary<int, GrpcChannel> _channels = new();
    private int _next;

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var channel in _channels.Values) channel.Dispose();
    }

    protected override async Task<bool> TryAskAsync(int sender, ulong sequence, CancellationToken cancellationToken)
    {
        var servers = members.All;
        if (servers.Count == 0) return false;
        var port = servers[(int)((uint)Interlocked.Increment(ref _next) % servers.Count)].Port;
        try
        {
            var client = new GeniusEvents.GeniusEventsClient(_channels.GetOrAdd(port, static port => GrpcChannel.ForAddress(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}"))));
            var decision = await client.ProcessOneAsync(route.EventOf(sender, sequence), deadline: DateTime.UtcNow + plan.ResponseTimeout, cancellationToken: cancellationToken).ConfigureAwait(false);
            if (!decision.Accepted || !decision.Reply.Rules.Order(StringComparer.Ordinal).SequenceEqual(TruckRoute.RulesOf(sequence))) throw new InvalidDataException($"The answer to event {sequence} of truck {sender} is wrong: {decision}");
            return true;
        }
        catch (RpcException error) when (!Final.Contains(error.StatusCode) && !cancellationToken.IsCancellationRequested)
        {
            NoteError(error.StatusCode.ToString());
            return false;
        }
    }
}
