using Genie.Extensions.Genius.Streams.Journal;
using Orleans.Serialization.Cloning;

namespace Genie.Extensions.Genius.Orleans;

/// <summary>A journal's answer between silos.</summary>
[RegisterConverter]
[RegisterCopier]
internal sealed class JournalAnswerConverter : IConverter<JournalAnswer, JournalAnswerSurrogate>, IDeepCopier<JournalAnswer>
{
    /// <inheritdoc/>
    public JournalAnswer ConvertFromSurrogate(in JournalAnswerSurrogate surrogate) => new(surrogate.Payload, surrogate.IsRepeat, surrogate.NextDueTicks, surrogate.Version, surrogate.NextClockTicks);

    /// <inheritdoc/>
    public JournalAnswerSurrogate ConvertToSurrogate(in JournalAnswer value) => new()
    {
        Payload = value.Payload.ToArray(),
        IsRepeat = value.IsRepeat,
        NextDueTicks = value.NextDueTicks,
        Version = value.Version,
        NextClockTicks = value.NextClockTicks,
    };

    /// <summary>Nobody changes it, so that calls within a silo hand it over as it is; by itself Orleans copies it, by way of its bytes.</summary>
    public JournalAnswer DeepCopy(JournalAnswer input, CopyContext context) => input;
}
