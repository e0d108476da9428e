using Genie.Extensions.Genius.Outputs;

namespace Genie.Benchmarks.Commands.Genius.Sinks;

/// <summary>A channel of the broker that facts are sent to, as settings have it.</summary>
internal sealed class OutputSettings : FactSettings
{
    /// <summary>The channel.</summary>
    public string Channel { get; set; } = "";

    /// <summary>How facts are written.</summary>
    public OutputFormat Format { get; set; }

    /// <summary>The sink.</summary>
    /// <exception cref="BadArgumentException">It is none.</exception>
    public OutputPublisherOptions ToOptions() => new()
    {
        Channel = Channel.Length > 0 ? Channel : throw new BadArgumentException("Outputs: each needs a Channel."),
        Format = Format,
        Filter = ToFilter(),
    };
}
