using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Genie.Extensions.Genius.Hosting;
using Orleans.Serialization.Cloning;

namespace Genie.Extensions.Genius.Orleans;

/// <summary>An answer between silos.</summary>
[RegisterConverter]
[RegisterCopier]
internal sealed class GeniusAnswerConverter : IConverter<GeniusAnswer, GeniusAnswerSurrogate>, IDeepCopier<GeniusAnswer>
{
    /// <inheritdoc/>
    public GeniusAnswer ConvertFromSurrogate(in GeniusAnswerSurrogate surrogate)
    {
        var answer = ProcessReplies.Read(surrogate.Reply);
        var repeats = surrogate.Repeats;
        var next = 0;
        return answer with
        {
            IsRepeat = surrogate.IsRepeat,
            Windows = [.. answer.Windows.Select(each => (each.Name, each.Key, each.Answer with { IsRepeat = repeats[next++] }))],
            Fences = [.. answer.Fences.Select(each => (each.Name, each.Answer with { IsRepeat = repeats[next++] }))],
            Patterns = [.. answer.Patterns.Select(each => (each.Name, each.Key, each.Answer with { IsRepeat = repeats[next++] }))],
        };
    }

    /// <inheritdoc/>
    public GeniusAnswerSurrogate ConvertToSurrogate(in GeniusAnswer value)
    {
        var reply = new ArrayBufferWriter<byte>();
        ProcessReplies.Write(value, reply);
        return new GeniusAnswerSurrogate
        {
            Reply = reply.WrittenSpan.ToArray(),
            IsRepeat = value.IsRepeat,
            Repeats =
            [
                .. value.Windows.Select(static each => each.Answer.IsRepeat), .. value.Fences.Select(static each => each.Answer.IsRepeat),
                .. value.Patterns.Select(static each => each.Answer.IsRepeat),
            ],
        };
    }

    /// <summary>Nobody changes it, so that calls within a silo hand it over as it is; by itself Orleans copies it, by way of its bytes.</summary>
    [return: NotNullIfNotNull(nameof(input))]
    public GeniusAnswer? DeepCopy(GeniusAnswer? input, CopyContext context) => input;
}
