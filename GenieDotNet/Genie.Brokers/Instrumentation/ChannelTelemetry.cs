using System.Diagnostics;
using Genie.Brokers.Telemetry;
using Genie.Observing;

namespace Genie.Brokers.Instrumentation;

/// <summary>Spans and figures of one channel, as OpenTelemetry's conventions for messaging name them.</summary>
internal sealed class ChannelTelemetry
{
    private const string Send = "send";
    private const string Request = "request";
    private const string Process = "process";

    private static readonly double[] Seconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

    private static readonly GuardedHistogram OperationDuration = BrokerTelemetry.Meter.CreateHistogram(
        MessagingAttributes.OperationDuration, "s", "Duration of messaging operations of a client: a send until its confirmation, a request until its answer.", Seconds);
    private static readonly GuardedHistogram ProcessDuration = BrokerTelemetry.Meter.CreateHistogram(
        MessagingAttributes.ProcessDuration, "s", "Duration of the handling of one message.", Seconds);
    private static readonly GuardedCounter Sent = BrokerTelemetry.Meter.CreateCounter(MessagingAttributes.SentMessages, "{message}", "Messages that a client attempted to send.");
    private static readonly GuardedCounter Consumed = BrokerTelemetry.Meter.CreateCounter(MessagingAttributes.ConsumedMessages, "{message}", "Messages that were delivered to a handler.");

    private readonly Operation _send;
    private readonly Operation _request;
    private readonly Operation _process;

    /// <param name="system">The messaging system's name.</param>
    /// <param name="channel">The channel's.</param>
    /// <param name="group">The listener's group, or null.</param>
    /// <param name="options">The server; whether a send's span goes with its message.</param>
    public ChannelTelemetry(string system, string channel, string? group, InstrumentationOptions options)
    {
        var kind = options.TraceContext ? ActivityKind.Producer : ActivityKind.Client;
        _send = new Operation(Send, Send, channel, kind, TagsOf(system, channel, group, options));
        _request = new Operation(Request, Send, channel, kind, TagsOf(system, channel, group, options));
        _process = new Operation(Process, Process, channel, ActivityKind.Consumer, TagsOf(system, channel, group, options));
    }

    /// <summary>True while somebody listens.</summary>
    public static bool IsObserved =>
        BrokerTelemetry.Source.HasListeners || OperationDuration.Enabled || ProcessDuration.Enabled || Sent.Enabled || Consumed.Enabled;

    /// <summary>Begins a send.</summary>
    public OperationObservation BeginSend(long bodyBytes) => Begin(_send, bodyBytes, parent: default);

    /// <summary>Begins a request.</summary>
    public OperationObservation BeginRequest(long bodyBytes) => Begin(_request, bodyBytes, parent: default);

    /// <summary>Begins the handling of a message.</summary>
    /// <param name="bodyBytes">The message's length.</param>
    /// <param name="sender">The context of the span that sent it; the default where it is unknown.</param>
    public OperationObservation BeginProcess(long bodyBytes, in ActivityContext sender) => Begin(_process, bodyBytes, sender);

    private static OperationObservation Begin(Operation operation, long bodyBytes, ActivityContext parent)
    {
        var activity = StartActivity(operation, parent);
        activity.SetTag(MessagingAttributes.BodySize, bodyBytes);
        return new OperationObservation(operation, Stopwatch.GetTimestamp(), activity);
    }

    private static GuardedActivity StartActivity(Operation operation, ActivityContext parent)
    {
        if (!BrokerTelemetry.Source.HasListeners) return default;

        // The conventions want the link, and allow the parent besides where there is one message.
        ActivityLink[]? links = parent == default ? null : [new ActivityLink(parent)];
        return BrokerTelemetry.Source.StartActivity(operation.SpanName, operation.Kind, parent, operation.Tags, links);
    }

    private static TagList TagsOf(string system, string channel, string? group, InstrumentationOptions options)
    {
        var tags = new TagList { { MessagingAttributes.System, system }, { MessagingAttributes.Destination, channel } };
        if (group is not null) tags.Add(MessagingAttributes.ConsumerGroup, group);
        if (options.ServerAddress.Length > 0) tags.Add(MessagingAttributes.ServerAddress, options.ServerAddress);
        if (options.ServerPort > 0) tags.Add(MessagingAttributes.ServerPort, options.ServerPort);
        return tags;
    }

    /// <summary>One operation under way.</summary>
    /// <param name="operation">What it is.</param>
    /// <param name="start">When it began.</param>
    /// <param name="activity">Its span, if somebody wants it.</param>
    internal readonly struct OperationObservation(Operation operation, long start, GuardedActivity activity)
    {
        /// <summary>Its span's context, else that of the caller's.</summary>
        public ActivityContext Context => (activity.Value ?? Activity.Current) is { IdFormat: ActivityIdFormat.W3C } current ? current.Context : default;

        /// <summary>Tells how it ended.</summary>
        /// <param name="error">What it failed with, or null.</param>
        public void End(Exception? error)
        {
            var tags = operation.Tags;
            if (error is not null)
            {
                tags.Add(MessagingAttributes.ErrorType, error.GetType().FullName);
                activity.SetTag(MessagingAttributes.ErrorType, error.GetType().FullName);
                activity.Value?.SetStatus(ActivityStatusCode.Error, error.Message);
            }

            var isProcess = operation.Kind == ActivityKind.Consumer;
            (isProcess ? ProcessDuration : OperationDuration).Record(Stopwatch.GetElapsedTime(start).TotalSeconds, tags);
            (isProcess ? Consumed : Sent).Add(1, tags);
            activity.Dispose();
        }
    }

    /// <summary>What all operations of a kind on a channel have in common.</summary>
    internal sealed class Operation
    {
        private readonly TagList _tags;

        public Operation(string name, string type, string channel, ActivityKind kind, TagList tags)
        {
            tags.Add(MessagingAttributes.OperationName, name);
            tags.Add(MessagingAttributes.OperationType, type);
            (SpanName, Kind, _tags) = ($"{name} {channel}", kind, tags);
        }

        public string SpanName { get; }

        public ActivityKind Kind { get; }

        public TagList Tags => _tags;
    }
}
