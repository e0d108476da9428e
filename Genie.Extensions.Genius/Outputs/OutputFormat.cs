namespace Genie.Extensions.Genius.Outputs;

/// <summary>How a fact is written into a message.</summary>
public enum OutputFormat
{
    /// <summary>As <c>genie.genius.v1.Output</c>.</summary>
    Protobuf,

    /// <summary>As <see cref="GeniusOutputs.ToJson"/>.</summary>
    Json,
}
