namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>Answers requests until it is disposed of.</summary>
internal interface ILevelServer : IAsyncDisposable
{
    /// <summary>Where, on 127.0.0.1.</summary>
    int Port { get; }
}
