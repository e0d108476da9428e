using System.Globalization;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Events;

/// <summary>Between attributes and <c>google.protobuf.Struct</c>, which is a plain object in JSON.</summary>
internal static class AttributeCodec
{
    public static Struct? ToMessage(EventAttributes attributes)
    {
        if (attributes.Count == 0) return null;
        var message = new Struct();
        foreach (var (name, value) in attributes) message.Fields.Add(name, ToMessage(value));
        return message;
    }

    /// <exception cref="MalformedEventException">There are too many, or one that may not be.</exception>
    public static EventAttributes FromMessage(Struct? message)
    {
        if (message is null || message.Fields.Count == 0) return EventAttributes.None;
        try
        {
            return EventAttributes.Of([.. message.Fields.Select(static each => KeyValuePair.Create(each.Key, FromMessage(each.Key, each.Value)))]);
        }
        catch (ArgumentException error)
        {
            throw new MalformedEventException("An event's attributes: " + error.Message, error);
        }
    }

    private static Value ToMessage(AttributeValue value) => value.Kind switch
    {
        AttributeKind.Text => Value.ForString(value.Text),
        AttributeKind.Number => Value.ForNumber(value.Number),
        _ => Value.ForBool(value.IsTrue),
    };

    private static AttributeValue FromMessage(string name, Value value) => value.KindCase switch
    {
        Value.KindOneofCase.StringValue => value.StringValue,
        Value.KindOneofCase.NumberValue when double.IsFinite(value.NumberValue) => value.NumberValue,
        Value.KindOneofCase.NumberValue => throw new MalformedEventException(string.Create(CultureInfo.InvariantCulture, $"The attribute '{name}' is a finite number, not {value.NumberValue}.")),
        Value.KindOneofCase.BoolValue => value.BoolValue,
        _ => throw new MalformedEventException($"The attribute '{name}' is {value.KindCase}; a text, a number, true and false can be."),
    };
}
