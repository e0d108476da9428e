using Genie.EventStore;
using Genie.Extensions.Genius.Streams.Journal;
using Orleans.Serialization.Cloning;

namespace Genie.Extensions.Genius.Orleans;

/// <summary>A journal's command between silos.</summary>
[RegisterConverter]
[RegisterCopier]
internal sealed class JournalCommandConverter : IConverter<JournalCommand, JournalCommandSurrogate>, IDeepCopier<JournalCommand>
{
    /// <inheritdoc/>
    public JournalCommand ConvertFromSurrogate(in JournalCommandSurrogate surrogate) => new(
        surrogate.Payload, surrogate.HasKey ? new RequestKey(surrogate.Run, surrogate.Sender, surrogate.Sequence) : null, surrogate.TimerTicks, surrogate.InputVersion, surrogate.ClockTicks);

    /// <inheritdoc/>
    public JournalCommandSurrogate ConvertToSurrogate(in JournalCommand value) => new()
    {
        Payload = value.Payload.ToArray(),
        HasKey = value.Key is not null,
        Run = value.Key?.Run ?? 0,
        Sender = value.Key?.Sender ?? 0,
        Sequence = value.Key?.Sequence ?? 0,
        TimerTicks = value.TimerTicks,
        InputVersion = value.InputVersion,
        ClockTicks = value.ClockTicks,
    };

    /// <summary>Nobody changes it, so that calls within a silo hand it over as it is; by itself Orleans copies it, by way of its bytes.</summary>
    public JournalCommand DeepCopy(JournalCommand input, CopyContext context) => input;
}
