using System.CommandLine;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary>What a rule is explained by: an event, or a fact.</summary>
internal sealed class RuleSubjectOptions
{
    /// <summary>An event.</summary>
    public Option<string?> Event { get; } = new("--event")
    {
        Description = """The event as JSON: {"key":"truck-7","sequence":"1","kind":"parked","time":"2026-01-01T09:00:00Z","latitude":40,"longitude":-75,"value":2.5}""",
        HelpName = "JSON",
    };

    /// <summary>A record.</summary>
    public Option<long?> Position { get; } = new("--position") { Description = "An event that was processed, or a derived fact, by its position on the output stream.", HelpName = "N" };

    /// <summary>A fact.</summary>
    public Option<string?> Fact { get; } = new("--fact")
    {
        Description = """A derived fact as the output stream has it, as JSON: {"windowClosed":{"window":"minutes","key":"truck-7","end":"2026-01-01T09:00:00Z","count":"120"}}""",
        HelpName = "JSON",
    };

    /// <summary>The one that was given.</summary>
    /// <exception cref="BadArgumentException">Several were, or none, or it is no JSON of such a message.</exception>
    public ExplainRuleRequest Read(ParseResult parsed) => (parsed.GetValue(Event), parsed.GetValue(Position), parsed.GetValue(Fact)) switch
    {
        ({ } value, null, null) => new ExplainRuleRequest { Event = Read("--event", value, Extensions.Genius.Messages.Event.Parser) },
        (null, { } position, null) => new ExplainRuleRequest { Position = position },
        (null, null, { } fact) => new ExplainRuleRequest { Fact = Read("--fact", fact, Output.Parser) },
        _ => throw new BadArgumentException("Give one of --event, --position and --fact."),
    };

    private static T Read<T>(string option, string text, MessageParser<T> parser)
        where T : IMessage<T>
    {
        try
        {
            return parser.ParseJson(text);
        }
        catch (Exception error) when (error is InvalidProtocolBufferException or InvalidJsonException)
        {
            throw new BadArgumentException($"{option}: {error.Message}", error);
        }
    }
}
