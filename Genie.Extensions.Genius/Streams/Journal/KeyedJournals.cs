using Genie.EventStore;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Grains;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>The journals of one definition, a grain for each key.</summary>
internal sealed class KeyedJournals
{
    private readonly IGrainKind<JournalCommand, JournalAnswer> _grains;
    private readonly DefinitionCheck? _check;
    private readonly string _prefix = "";

    /// <summary>Makes them known.</summary>
    /// <param name="grains">Hosts the grains; has no such kind yet.</param>
    /// <param name="store">Keeps their states.</param>
    /// <param name="kind">The kind's name.</param>
    /// <param name="streamOf">The event store's stream of a key.</param>
    /// <param name="create">Makes an empty state.</param>
    /// <param name="options">How grains keep it.</param>
    /// <param name="check">Sees whether the definition may continue what is there; null: any may.</param>
    /// <param name="inference">Tries rules with derived facts; null: there are none.</param>
    public KeyedJournals(
        IGrainRegistry grains, IEventStore store, string kind, Func<string, string> streamOf, Func<IJournaledState> create, StreamGrainOptions options, DefinitionCheck? check = null, FactInference? inference = null)
    {
        _grains = grains.Register<JournalCommand, JournalAnswer>(kind, key => new JournalGrain(store, streamOf(key), key, create, options, inference));
        _check = check;
    }

    /// <summary>Those of a definition among grains that several share.</summary>
    /// <param name="grains">The grains.</param>
    /// <param name="prefix">What the names of this definition's begin with, before the key.</param>
    public KeyedJournals(IGrainKind<JournalCommand, JournalAnswer> grains, string prefix) => (_grains, _prefix) = (grains, prefix);

    /// <summary>Sees whether the definition may continue what is there.</summary>
    public ValueTask CheckAsync(CancellationToken cancellationToken) => _check?.EnsureAsync(cancellationToken) ?? ValueTask.CompletedTask;

    /// <summary>Gives a key a command.</summary>
    /// <param name="key">Whose journal.</param>
    /// <param name="command">As its state reads it.</param>
    /// <param name="request">The same again under the same key is the same command again; null: every one counts.</param>
    /// <param name="cancellationToken">Abandons it; it may have taken effect.</param>
    public ValueTask<JournalAnswer> CallAsync(string key, IMessage command, RequestKey? request, CancellationToken cancellationToken) =>
        CallAsync(key, new JournalCommand(command.ToByteArray(), request), cancellationToken);

    /// <summary>A key's timer fires.</summary>
    /// <param name="key">Whose journal.</param>
    /// <param name="timer">What is due by then takes place.</param>
    /// <param name="command">Says so to its state.</param>
    /// <param name="cancellationToken">Abandons it; it may have taken effect.</param>
    public ValueTask<JournalAnswer> FireAsync(string key, TimerInstant timer, IMessage command, CancellationToken cancellationToken) =>
        CallAsync(key, new JournalCommand(command.ToByteArray(), null, timer.Until.UtcTicks, timer.InputVersion, timer.Clock.UtcTicks), cancellationToken);

    private async ValueTask<JournalAnswer> CallAsync(string key, JournalCommand command, CancellationToken cancellationToken)
    {
        await CheckAsync(cancellationToken).ConfigureAwait(false);
        return await _grains.CallAsync(_prefix + key, command, cancellationToken).ConfigureAwait(false);
    }
}
