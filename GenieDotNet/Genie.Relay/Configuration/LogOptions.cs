using Microsoft.Extensions.Logging;

namespace Genie.Relay.Configuration;

/// <summary>What is logged, and how.</summary>
public sealed record LogOptions
{
    /// <summary>The least level that is logged. Default debug.</summary>
    public LogLevel Level { get; init; } = LogLevel.Debug;

    /// <summary>One JSON object a line, or plain text. Default JSON.</summary>
    public LogFormat Format { get; init; } = LogFormat.Json;
}
