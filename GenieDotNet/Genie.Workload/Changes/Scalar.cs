using System.Globalization;
using System.Runtime.CompilerServices;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Genie.Workload.Changes;

/// <summary>
/// What can be done with a scalar field's value. The type tests are constants for the compiler, which drops all branches
/// but one and boxes nothing.
/// </summary>
internal static class Scalar<TValue>
{
    /// <summary>The enumeration of a field, or null for a field of another type.</summary>
    public static EnumDescriptor? EnumerationOf(FieldDescriptor field) => field.FieldType == FieldType.Enum ? field.EnumType : null;

    /// <summary>Equality as protobuf has it: real numbers bit by bit, so that NaN equals itself and 0 differs from -0.</summary>
    public static bool AreEqual(TValue left, TValue right)
    {
        if (typeof(TValue) == typeof(double)) return BitConverter.DoubleToInt64Bits((double)(object)left!) == BitConverter.DoubleToInt64Bits((double)(object)right!);
        if (typeof(TValue) == typeof(float)) return BitConverter.SingleToInt32Bits((float)(object)left!) == BitConverter.SingleToInt32Bits((float)(object)right!);
        if (typeof(TValue) == typeof(double?) || typeof(TValue) == typeof(float?)) return ToChangeValue(left, null) == ToChangeValue(right, null);
        return EqualityComparer<TValue>.Default.Equals(left, right);
    }

    /// <summary>The value as a change holds it; null, which only a wrapper type can be, is absent.</summary>
    public static ChangeValue ToChangeValue(TValue value, EnumDescriptor? enumeration)
    {
        if (enumeration is not null) return ToName(Unsafe.As<TValue, int>(ref value), enumeration);
        if (typeof(TValue) == typeof(bool)) return ChangeValue.Of((bool)(object)value!);
        if (typeof(TValue) == typeof(int)) return ChangeValue.Of((int)(object)value!);
        if (typeof(TValue) == typeof(long)) return ChangeValue.Of((long)(object)value!);
        if (typeof(TValue) == typeof(uint)) return ChangeValue.Of((long)(uint)(object)value!);
        if (typeof(TValue) == typeof(ulong)) return ChangeValue.Of((ulong)(object)value!);
        if (typeof(TValue) == typeof(double)) return ChangeValue.Of((double)(object)value!);
        if (typeof(TValue) == typeof(float)) return ChangeValue.Of((double)(float)(object)value!);
        return (object?)value switch
        {
            null => ChangeValue.Absent,
            string text => ChangeValue.Of(text),
            ByteString bytes => ChangeValue.Of(bytes),
            bool boolean => ChangeValue.Of(boolean),
            ulong number => ChangeValue.Of(number),
            double real => ChangeValue.Of(real),
            float real => ChangeValue.Of((double)real),
            IConvertible number => ChangeValue.Of(number.ToInt64(CultureInfo.InvariantCulture)),
            _ => throw new InvalidOperationException($"No protobuf scalar is a {typeof(TValue)}."),
        };
    }

    /// <summary>The value as a key in a path.</summary>
    public static PathSegment ToPathSegment(TValue key)
    {
        if (typeof(TValue) == typeof(string)) return PathSegment.OfKey((string)(object)key!);
        var value = ToChangeValue(key, null);
        return value.Kind == ValueKind.WholeNumber ? PathSegment.OfNumber(value.WholeNumber) : PathSegment.OfKey(value.ToString());
    }

    private static ChangeValue ToName(int number, EnumDescriptor enumeration) =>
        ChangeValue.OfEnumeration(enumeration.FindValueByNumber(number)?.Name ?? number.ToString(CultureInfo.InvariantCulture));
}
