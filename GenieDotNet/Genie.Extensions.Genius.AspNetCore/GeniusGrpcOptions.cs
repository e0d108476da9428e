using System.Threading.RateLimiting;
using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Outputs;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>How the gRPC services of Genius serve.</summary>
public sealed record GeniusGrpcOptions
{
    /// <summary>Events of one stream of calls that are processed at once; more wait with their sender. Default 64.</summary>
    public int InFlightMax { get; init; } = 64;

    /// <summary>What polls are given. Default: events that were processed and facts that were derived of them, nothing else of the store.</summary>
    public Func<RecordedEvent, bool> PolledEvents { get; init; } = static recorded => ProcessedEvents.IsEvents(recorded.Stream) || GeniusOutputs.IsOutput(recorded);

    /// <summary>The most events that one poll brings. Default 1,000.</summary>
    public int PageEventsMax { get; init; } = 1_000;

    /// <summary>A page is full with the event that reaches so many bytes. Default 1 MiB.</summary>
    public long PageBytes { get; init; } = 1 << 20;

    /// <summary>The most records that one poll reads, wanted or not: a poll with a filter that little meets comes back with how far it is, before its caller gives up. Default 100,000.</summary>
    public int PageReadsMax { get; init; } = 100_000;

    /// <summary>
    /// The largest message, in bytes, that a client takes which does not say otherwise. Default 4 MiB, that of gRPC's clients. No page exceeds it; a record
    /// that alone would comes without its payload, which <c>ReadPayload</c> gives in parts.
    /// </summary>
    public int MessageBytesMax { get; init; } = 4 << 20;

    /// <summary>The longest that a poll waits. Default 30 s.</summary>
    public TimeSpan WaitMax { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Both services are there as HTTP with JSON, too, as the <c>google.api.http</c> options of their .proto files say, on all end points that speak HTTP/1.1 or HTTP/2.
    /// Browsers speak it: without authorization let it listen on this machine alone, and answer to no foreign names (<see cref="Diagnostics.Live.LoopbackHosts"/>). Default: false.
    /// </summary>
    public bool ServesJson { get; init; }

    /// <summary>
    /// How many events a caller may bring: each takes a permit of the call's. Those without one wait, which holds a stream of events up; where the limiter's queue is full the call ends
    /// with RESOURCE_EXHAUSTED. Whoever makes it disposes of it. Null, the default: no limit.
    /// </summary>
    public PartitionedRateLimiter<ServerCallContext>? EventQuota { get; init; }

    /// <summary>
    /// Which keys and consumers a caller is limited to, for all services. Null, the default: nobody is limited.
    /// </summary>
    public Func<ServerCallContext, CallerAccess>? AccessOf { get; init; }

    /// <summary>The clock of polls that wait, and of the store's health check.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>What the caller of a call may see.</summary>
    internal CallerAccess Of(ServerCallContext call) => AccessOf?.Invoke(call) ?? CallerAccess.Everything;
}
