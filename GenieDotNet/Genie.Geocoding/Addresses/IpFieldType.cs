namespace Genie.Geocoding.Addresses;

/// <summary>What a field is (MaxMind DB format 2.0, "Output Data Section"); the numbers are the format's.</summary>
public enum IpFieldType
{
    /// <summary>Another field's place; readers follow it and never show it.</summary>
    Reference = 1,

    /// <summary>UTF-8 text.</summary>
    Text = 2,

    /// <summary>A 64-bit floating-point number.</summary>
    Binary64 = 3,

    /// <summary>Bytes.</summary>
    Bytes = 4,

    /// <summary>A number of 16 bits.</summary>
    Unsigned16 = 5,

    /// <summary>A number of 32 bits.</summary>
    Unsigned32 = 6,

    /// <summary>Pairs of a text and a field.</summary>
    Map = 7,

    /// <summary>A signed number of 32 bits.</summary>
    Signed32 = 8,

    /// <summary>A number of 64 bits.</summary>
    Unsigned64 = 9,

    /// <summary>A number of 128 bits.</summary>
    Unsigned128 = 10,

    /// <summary>Fields one after the other.</summary>
    Array = 11,

    /// <summary>True or false.</summary>
    Boolean = 14,

    /// <summary>A 32-bit floating-point number.</summary>
    Binary32 = 15,
}
