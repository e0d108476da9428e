namespace Genie.EventStore.Embedded.Disk;

/// <summary>
/// Closes files that others have taken the place of as soon as no reader can have them in hand: what reads enters a section first, and a
/// file is closed when the sections have ended that were entered before it was retired. Until then its bytes take room on the disk, though
/// it has no name any more.
/// </summary>
internal sealed class ReadSections
{
    private readonly Lock _lock = new();
    private readonly Queue<Generation> _older = [];
    private Generation _current = new();

    /// <summary>Begins a section, which ends when it is disposed; it must be short, since files wait for it.</summary>
    public Section Enter()
    {
        lock (_lock)
        {
            _current.Readers++;
            return new Section(this, _current);
        }
    }

    /// <summary>Closes a file that nobody who enters from now on finds.</summary>
    public void Retire(IDisposable file)
    {
        lock (_lock)
        {
            _current.Retired.Add(file);
            _older.Enqueue(_current);
            _current = new Generation();
        }

        CloseRetired();
    }

    /// <summary>True if all retired files are closed.</summary>
    public bool IsDrained
    {
        get
        {
            lock (_lock) return _older.Count == 0;
        }
    }

    /// <summary>Waits until all retired files are closed.</summary>
    /// <returns>False if they are not within the time.</returns>
    public bool TryDrain(TimeSpan timeout) => SpinWait.SpinUntil(() => IsDrained, timeout);

    private void Leave(Generation generation)
    {
        bool closes;
        lock (_lock) closes = --generation.Readers == 0 && _older.Count > 0;
        if (closes) CloseRetired();
    }

    private void CloseRetired()
    {
        lock (_lock)
        {
            while (_older.TryPeek(out var oldest) && oldest.Readers == 0)
            {
                foreach (var file in oldest.Retired) file.Dispose();
                _older.Dequeue();
            }
        }
    }

    /// <summary>A reader's stay.</summary>
    internal readonly struct Section : IDisposable
    {
        private readonly ReadSections _sections;
        private readonly Generation _generation;

        internal Section(ReadSections sections, Generation generation) => (_sections, _generation) = (sections, generation);

        /// <inheritdoc/>
        public void Dispose() => _sections.Leave(_generation);
    }

    /// <summary>Readers of a time, and what was retired at its end.</summary>
    internal sealed class Generation
    {
        public int Readers { get; set; }

        public List<IDisposable> Retired { get; } = [];
    }
}
