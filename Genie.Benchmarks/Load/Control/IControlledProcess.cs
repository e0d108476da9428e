namespace Genie.Benchmarks.Load.Control;

/// <summary>A process of this program that does what it is told, here or at an agent. It ends when its input does.</summary>
internal interface IControlledProcess : IAsyncDisposable
{
    /// <summary>The way to it.</summary>
    JsonLineChannel Channel { get; }

    /// <summary>Why it has ended, once <see cref="Channel"/> has: its exit code and last words.</summary>
    Task<string> DescribeEndAsync();

    /// <summary>Ends it by force, with what it started.</summary>
    void Kill();
}
