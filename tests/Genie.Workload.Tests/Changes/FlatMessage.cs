using System.Collections;
using System.Globalization;
using Genie.Workload.Messages;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Genie.Workload.Tests.Changes;

/// <summary>
/// Another way to the same paths, slow and plain: writes a message down as path and value, through the descriptors' own
/// accessors. The difference of two such tables is what a comparison must list.
/// </summary>
internal static class FlatMessage
{
    public static Dictionary<string, string> Of(IMessage message)
    {
        Dictionary<string, string> table = new(StringComparer.Ordinal);
        Add(table, message, "");
        return table;
    }

    private static void Add(Dictionary<string, string> table, IMessage message, string prefix)
    {
        foreach (var field in message.Descriptor.Fields.InDeclarationOrder())
        {
            var path = prefix.Length == 0 ? field.Name : $"{prefix}.{field.Name}";
            var value = field.Accessor.GetValue(message);
            if (field.IsMap) AddMap(table, (IDictionary)value, path);
            else if (field.IsRepeated) AddList(table, field, (IList)value, path);
            else if (!field.HasPresence || field.Accessor.HasValue(message)) AddValue(table, value, path);
        }
    }

    private static void AddMap(Dictionary<string, string> table, IDictionary map, string path)
    {
        foreach (DictionaryEntry entry in map) AddValue(table, entry.Value!, $"{path}[{entry.Key.ToString()!.ToLowerInvariant()}]");
    }

    private static void AddList(Dictionary<string, string> table, FieldDescriptor field, IList list, string path)
    {
        var key = field.FieldType == FieldType.Message
            ? field.MessageType.Fields.InDeclarationOrder().FirstOrDefault(candidate => candidate.GetOptions()?.GetExtension(ChangeCaptureExtensions.Key) == true)
            : null;
        for (var i = 0; i < list.Count; i++)
            AddValue(table, list[i]!, $"{path}[{(key is null ? i : key.Accessor.GetValue((IMessage)list[i]!))}]");
    }

    private static void AddValue(Dictionary<string, string> table, object value, string path)
    {
        if (value is IMessage message)
        {
            table[path] = "(message)";
            Add(table, message, path);
        }
        else
        {
            table[path] = value switch
            {
                double real => BitConverter.DoubleToInt64Bits(real).ToString(CultureInfo.InvariantCulture),
                ByteString bytes => bytes.ToBase64(),
                _ => value.ToString()!,
            };
        }
    }
}
