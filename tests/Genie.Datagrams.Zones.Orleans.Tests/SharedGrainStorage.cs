using Orleans.Storage;

namespace Genie.Datagrams.Zones.Orleans.Tests;

/// <summary>A storage that outlives the silos of a test and compares ETags, as a database does.</summary>
internal sealed class SharedGrainStorage : IGrainStorage
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(string State, GrainId Grain), (string ETag, object State)> _states = [];
    private long _writes;

    /// <summary>What happens to a write: told whether it is done already, before it and after it. What is thrown, the grain meets.</summary>
    public Action<GrainId, bool>? Meddle { get; set; }

    public Task ReadStateAsync<T>(string stateName, GrainId grainId, IGrainState<T> grainState)
    {
        lock (_gate)
        {
            grainState.RecordExists = _states.TryGetValue((stateName, grainId), out var kept);
            (grainState.ETag, grainState.State) = grainState.RecordExists ? (kept.ETag, Copy((T)kept.State)) : (null, Activator.CreateInstance<T>());
        }

        return Task.CompletedTask;
    }

    public Task WriteStateAsync<T>(string stateName, GrainId grainId, IGrainState<T> grainState)
    {
        Meddle?.Invoke(grainId, false);
        lock (_gate)
        {
            var current = _states.TryGetValue((stateName, grainId), out var kept) ? kept.ETag : null;
            if (current != grainState.ETag) throw new InconsistentStateException($"'{stateName}' of {grainId} was written meanwhile.", current, grainState.ETag);
            var written = $"{++_writes}";
            _states[(stateName, grainId)] = (written, Copy(grainState.State)!);
            Meddle?.Invoke(grainId, true);
            (grainState.ETag, grainState.RecordExists) = (written, true);
        }

        return Task.CompletedTask;
    }

    public Task ClearStateAsync<T>(string stateName, GrainId grainId, IGrainState<T> grainState) => throw new NotSupportedException();

    private static T Copy<T>(T state) => System.Text.Json.JsonSerializer.Deserialize<T>(System.Text.Json.JsonSerializer.Serialize(state))!;
}
