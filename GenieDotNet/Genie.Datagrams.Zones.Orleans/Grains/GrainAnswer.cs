namespace Genie.Datagrams.Zones.Orleans.Grains;

/// <summary>What a grain of this library answers.</summary>
[GenerateSerializer]
[Immutable]
internal readonly record struct GrainAnswer
{
    [Id(0)]
    public AnswerStatus Status { get; init; }

    /// <summary>A map with its live leases as a <see cref="Wire.DirectorySnapshot"/>, or an <see cref="EntityRecord"/>; null for none.</summary>
    [Id(1)]
    public byte[]? Bytes { get; init; }

    /// <summary>What was wrong and what to do, where something was.</summary>
    [Id(2)]
    public string? Error { get; init; }

    public static GrainAnswer Done(byte[]? bytes = null) => new() { Bytes = bytes };

    public static GrainAnswer Refused => new() { Status = AnswerStatus.Refused };

    public static GrainAnswer Unknown(string error) => new() { Status = AnswerStatus.Unknown, Error = error };

    public static GrainAnswer Misfit(string error) => new() { Status = AnswerStatus.Misfit, Error = error };
}
