using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Outputs;

/// <summary>
/// What the processor derives, as the store keeps it: protobuf, <c>genie.genius.v1.Output</c>. Results of windows, transitions at fences, matches of patterns, and rules that these meet, are records
/// of their own; the rules that an event matched stand in the event's record.
/// </summary>
public static class GeniusOutputs
{
    /// <summary>The type of the records. Payload: <see cref="Output"/> without its position and time, which are the record's.</summary>
    public const string EventType = "GeniusOutput";

    private static readonly string[] Categories = ["genius/windows/", "genius/geofences/", "genius/patterns/"];
    private static readonly JsonFormatter Json = new(JsonFormatter.Settings.Default.WithPreserveProtoFieldNames(false));

    /// <summary>True for the records of windows' results, fences' transitions and patterns' matches.</summary>
    public static bool IsOutput(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        return recorded.Type == EventType && Categories.Any(category => recorded.Stream.StartsWith(category, StringComparison.Ordinal));
    }

    /// <summary>The fact that a record holds; null if it holds none.</summary>
    /// <exception cref="MalformedEventException">The record is damaged.</exception>
    public static Output? Read(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        if (FactOf(recorded) is not { } output) return null;
        (output.Position, output.RecordedAt) = (recorded.Position, Timestamp.FromDateTimeOffset(recorded.RecordedAt));
        return output;
    }

    /// <summary>A fact as JSON, by protobuf's JSON mapping: times are RFC 3339, 64-bit integers are strings.</summary>
    public static string ToJson(Output output)
    {
        ArgumentNullException.ThrowIfNull(output);
        return Json.Format(output);
    }

    /// <summary>The key that a fact is about; of rules that matched, the event's.</summary>
    public static string KeyOf(Output output)
    {
        ArgumentNullException.ThrowIfNull(output);
        return output.FactCase switch
        {
            Output.FactOneofCase.RulesMatched => output.RulesMatched.Key,
            Output.FactOneofCase.WindowClosed => output.WindowClosed.Key,
            Output.FactOneofCase.FenceTransitioned => output.FenceTransitioned.Key,
            Output.FactOneofCase.PatternMatched => output.PatternMatched.Key,
            Output.FactOneofCase.AbsenceNoticed => output.AbsenceNoticed.Key,
            Output.FactOneofCase.FactMatched => output.FactMatched.Key,
            _ => "",
        };
    }

    internal static NewEvent Write(Output output) => new(EventType, output.ToByteArray());

    private static Output? FactOf(RecordedEvent recorded)
    {
        if (IsOutput(recorded))
        {
            try
            {
                return Output.Parser.ParseFrom(recorded.Payload.Span);
            }
            catch (InvalidProtocolBufferException error)
            {
                throw new MalformedEventException($"Output {recorded.Version} of '{recorded.Stream}' cannot be read: {error.Message}", error);
            }
        }

        if (recorded.Type != ProcessedEvents.EventType || !ProcessedEvents.IsEvents(recorded.Stream)) return null;
        var (value, rules) = ProcessedEvents.Read(recorded);
        return rules.Count == 0 ? null : new Output { RulesMatched = OutputFacts.Of(value, rules) };
    }
}
