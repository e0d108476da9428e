using System.Diagnostics;
using Genie.Observing;

namespace Genie.Rpc.Quic;

/// <summary>Traces: a span for each call on each side, joined by W3C's <c>traceparent</c> and <c>tracestate</c>.</summary>
internal static class RpcTelemetry
{
    /// <summary>The name of the activity source.</summary>
    public const string Name = "Genie.Rpc.Quic";

    private const string TraceParent = "traceparent";
    private const string TraceState = "tracestate";

    private static readonly GuardedActivitySource Source = new(Name);

    /// <summary>The caller's span, or none if nobody listens.</summary>
    public static GuardedActivity StartCall(ushort function) =>
        Source.HasListeners ? Tagged(Source.StartActivity($"call {RpcErrors.Name(function)}", ActivityKind.Client), function) : default;

    /// <summary>The handler's span, or none if nobody listens.</summary>
    public static GuardedActivity StartServing(ushort function, QuicRpcMetadata metadata)
    {
        if (!Source.HasListeners) return default;
        ActivityContext.TryParse(metadata[TraceParent], metadata[TraceState], isRemote: true, out var parent);
        return Tagged(Source.StartActivity($"serve {RpcErrors.Name(function)}", ActivityKind.Server, parent), function);
    }

    /// <summary>The metadata with the trace that the call belongs to, if there is one.</summary>
    public static QuicRpcMetadata WithTrace(QuicRpcMetadata metadata, Activity? activity)
    {
        activity ??= Activity.Current;
        if (activity is not { IdFormat: ActivityIdFormat.W3C, Id: { } id } || metadata[TraceParent] is not null) return metadata;
        metadata = metadata.With(TraceParent, id);
        return string.IsNullOrEmpty(activity.TraceStateString) ? metadata : metadata.With(TraceState, activity.TraceStateString);
    }

    private static GuardedActivity Tagged(GuardedActivity activity, ushort function) =>
        activity.SetTag("rpc.system", "genie-quic").SetTag("rpc.service", function >> 8).SetTag("rpc.method", function & 0xFF);
}
