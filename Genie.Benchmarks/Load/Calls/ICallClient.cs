namespace Genie.Benchmarks.Load.Calls;

/// <summary>One connection to an <see cref="ICallServer"/>.</summary>
internal interface ICallClient : IAsyncDisposable
{
    /// <summary>Makes one call and awaits its answer. Safe for concurrent callers of different numbers.</summary>
    /// <param name="caller">The caller's number, from 0.</param>
    /// <exception cref="Exception">The library's own: the call failed, or had no answer in time.</exception>
    ValueTask CallAsync(int caller);
}
