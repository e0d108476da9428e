namespace Genie.Workload;

/// <summary>How much of the work a request does, so that the cost of each stage is seen alone.</summary>
public enum Stages
{
    /// <summary>The worker sends the payload back.</summary>
    Transport,

    /// <summary>Deserialize and capture what changed against a second record.</summary>
    Cdc,

    /// <summary>Deserialize and reverse-geocode.</summary>
    Geocode,

    /// <summary>All of it, and the answer in Avro.</summary>
    Full,

    /// <summary>All of it, by the party's grain, which keeps each request's effect as events before it answers.</summary>
    Grains,
}
