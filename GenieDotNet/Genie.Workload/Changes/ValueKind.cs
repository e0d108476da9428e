namespace Genie.Workload.Changes;

/// <summary>What stood, or stands, at a path. The numbers are those of the Avro schema.</summary>
public enum ValueKind
{
    /// <summary>Nothing.</summary>
    Absent,

    /// <summary>True or false.</summary>
    Boolean,

    /// <summary>A whole number that 64 bits with a sign hold.</summary>
    WholeNumber,

    /// <summary>A float or a double.</summary>
    Real,

    /// <summary>A string, or a whole number above 2^63 - 1 in decimal digits.</summary>
    Text,

    /// <summary>Bytes.</summary>
    Bytes,

    /// <summary>An enumeration's value by its name, or its number in decimal digits where the schema has no name for it.</summary>
    Enumeration,

    /// <summary>A message; its fields are listed as paths of their own.</summary>
    Message,
}
