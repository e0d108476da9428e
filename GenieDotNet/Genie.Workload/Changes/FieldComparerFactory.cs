using System.Reflection;
using Genie.Workload.Messages;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Genie.Workload.Changes;

/// <summary>
/// Makes the comparer that fits a field, once a message type: the one place that reflects. Getters become typed
/// delegates, which unlike the descriptors' own accessors box no number.
/// </summary>
internal static class FieldComparerFactory
{
    public static FieldComparer<T> Create<T>(FieldDescriptor field)
        where T : class, IMessage<T>
    {
        var property = typeof(T).GetProperty(field.PropertyName) ?? throw new InvalidOperationException($"{typeof(T)} has no property {field.PropertyName}.");
        var type = property.PropertyType;
        var getter = property.GetGetMethod()!.CreateDelegate(typeof(Func<,>).MakeGenericType(typeof(T), type));
        if (field.IsMap) return CreateMap<T>(field, getter, type.GetGenericArguments());
        if (field.IsRepeated) return CreateRepeated<T>(field, getter, type.GetGenericArguments()[0]);
        return IsMessage(type)
            ? Make<T>(typeof(MessageFieldComparer<,>), [typeof(T), type], field, getter)
            : Make<T>(typeof(ScalarFieldComparer<,>), [typeof(T), type], field, getter);
    }

    private static FieldComparer<T> CreateMap<T>(FieldDescriptor field, Delegate getter, Type[] keyAndValue)
        where T : class, IMessage<T> =>
        Make<T>(IsMessage(keyAndValue[1]) ? typeof(MessageMapComparer<,,>) : typeof(ScalarMapComparer<,,>), [typeof(T), .. keyAndValue], field, getter);

    private static FieldComparer<T> CreateRepeated<T>(FieldDescriptor field, Delegate getter, Type element)
        where T : class, IMessage<T>
    {
        if (!IsMessage(element)) return Make<T>(typeof(RepeatedScalarComparer<,>), [typeof(T), element], field, getter);
        var key = field.MessageType.Fields.InDeclarationOrder().FirstOrDefault(IsKey);
        if (key is null) return Make<T>(typeof(RepeatedMessageComparer<,>), [typeof(T), element], field, getter);
        var property = element.GetProperty(key.PropertyName)!;
        var keyGetter = property.GetGetMethod()!.CreateDelegate(typeof(Func<,>).MakeGenericType(element, property.PropertyType));
        return Make<T>(typeof(KeyedMessageComparer<,,>), [typeof(T), element, property.PropertyType], field, getter, keyGetter);
    }

    private static bool IsKey(FieldDescriptor field) => field.GetOptions()?.GetExtension(ChangeCaptureExtensions.Key) == true;

    // Wrapper types (google.protobuf.StringValue) are messages on the wire and nullable scalars in C#.
    private static bool IsMessage(Type type) => typeof(IMessage).IsAssignableFrom(type);

    private static FieldComparer<T> Make<T>(Type comparer, Type[] arguments, params object[] parameters)
        where T : class, IMessage<T> =>
        (FieldComparer<T>)Activator.CreateInstance(
            comparer.MakeGenericType(arguments), BindingFlags.Instance | BindingFlags.Public, null, parameters, null)!;
}
