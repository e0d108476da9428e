using System.Diagnostics;
using System.Runtime.ExceptionServices;
using Genie.Testing;

namespace Genie.Fuzzing.Tests;

/// <summary>
/// Feeds one decoder: its genuine inputs, its corpus, then mutations of both and of every input that led to an outcome not seen before. A
/// reading that throws something else than a refusal, allocates too much or does not end fails the run.
/// </summary>
/// <param name="name">The decoder's name.</param>
/// <param name="decoder">The decoder.</param>
/// <param name="seed">Where all chance comes from.</param>
internal sealed class FuzzRun(string name, Decoder decoder, int seed)
{
    private const int RoundsMin = 200;
    private const int InputsMax = 500;

    // What a reading takes is thousandths of it, even where other tests use the machine.
    private static readonly TimeSpan ReadingTimeout = TimeSpan.FromMinutes(2);

    private readonly Random _random = new(seed);
    private readonly Corpus _corpus = new(name);
    private readonly List<byte[]> _inputs = [];
    private readonly HashSet<string> _outcomes = new(StringComparer.Ordinal);
    private Exception? _failure;
    private volatile byte[]? _current;
    private long _began;

    /// <summary>Inputs that were read or refused.</summary>
    public int Rounds { get; private set; }

    /// <summary>Outcomes that were told apart.</summary>
    public int Outcomes => _outcomes.Count;

    /// <summary>Fuzzes for so long, and for a few hundred inputs in any case.</summary>
    public void Run(TimeSpan duration)
    {
        // A reading that does not end cannot be ended: its thread is left behind.
        var thread = new Thread(() => Feed(duration)) { IsBackground = true, Name = "fuzz " + name };
        thread.Start();
        while (!thread.Join(TimeSpan.FromSeconds(1)))
        {
            if (_current is { } input && Stopwatch.GetElapsedTime(Volatile.Read(ref _began)) > ReadingTimeout && ReferenceEquals(input, _current))
                Assert.Fail($"{name}, seed {seed}: a reading did not end. {_corpus.Report(input)}");
        }

        if (_failure is not null) ExceptionDispatchInfo.Throw(_failure);
    }

    private void Feed(TimeSpan duration)
    {
        try
        {
            foreach (var input in decoder.Genuine) Add(input, mustBeRead: true);
            foreach (var input in _corpus.Read()) Add(input, mustBeRead: false);
            var end = Stopwatch.GetTimestamp() + (long)(duration.TotalSeconds * Stopwatch.Frequency);
            while (Rounds < decoder.RoundsMax && (Rounds < RoundsMin || Stopwatch.GetTimestamp() < end)) Mutate();
        }
        catch (Exception failure)
        {
            _failure = failure;
        }
    }

    private void Add(byte[] input, bool mustBeRead)
    {
        _outcomes.Add(Read(input, mustBeRead));
        _inputs.Add(input);
    }

    private void Mutate()
    {
        var input = Mutations.Of(_inputs, _random, decoder.Pieces);
        if (decoder.Repair is not null && _random.Next(4) > 0) decoder.Repair(input);
        if (!_outcomes.Add(Read(input, mustBeRead: false)) || _inputs.Count >= InputsMax) return;
        _inputs.Add(input);
        if (FuzzSettings.KeepsFinds && input.Length <= Corpus.KeptBytesMax) _corpus.Add(input);
    }

    private string Read(byte[] input, bool mustBeRead)
    {
        Rounds++;
        Volatile.Write(ref _began, Stopwatch.GetTimestamp());
        _current = input;
        var before = GC.GetAllocatedBytesForCurrentThread();
        string outcome;
        try
        {
            outcome = Outcome.Of(decoder.Decode(input, _random));
        }
        catch (Exception refusal) when (!mustBeRead && decoder.Refusals.Any(type => type.IsInstanceOfType(refusal)))
        {
            outcome = Outcome.Of(refusal);
        }
        catch (Exception bug)
        {
            throw new InvalidOperationException($"{name}, seed {seed}: {bug.GetType().Name}, which is no refusal. {_corpus.Report(input)}", bug);
        }

        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        _current = null;
        if (allocated > decoder.AllocatedBytesMax) Assert.Fail($"{name}, seed {seed}: {allocated:N0} bytes were allocated. {_corpus.Report(input)}");
        return outcome;
    }
}
