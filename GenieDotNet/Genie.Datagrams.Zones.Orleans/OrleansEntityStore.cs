using System.Diagnostics;
using System.Globalization;
using Genie.Datagrams.Zones.Orleans.Grains;

namespace Genie.Datagrams.Zones.Orleans;

/// <summary>Entities as grains of a cluster, each with its latest record in the storage. Safe for concurrent callers.</summary>
/// <remarks>
/// A save that was not confirmed is tried again under its own number, which the grain knows when it has it: within <see cref="OrleansZonesOptions.EntityTimeout"/> a silo
/// that ends, or a grain that moves, is not noticed. After that it is a transient <see cref="ZoneException"/>: the record may have been kept.
/// </remarks>
public sealed class OrleansEntityStore : IEntityStore
{
    private static readonly TimeSpan PauseMin = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan PauseMax = TimeSpan.FromMilliseconds(500);

    private readonly IGrainFactory _grains;
    private readonly string _world;
    private readonly TimeSpan _timeout;

    /// <summary>A store.</summary>
    /// <param name="grains">Of a silo, or of a client of the cluster.</param>
    /// <param name="world">The world's name.</param>
    /// <param name="options">The world.</param>
    public OrleansEntityStore(IGrainFactory grains, string world, OrleansZonesOptions options)
    {
        ArgumentNullException.ThrowIfNull(grains);
        ArgumentException.ThrowIfNullOrEmpty(world);
        ArgumentNullException.ThrowIfNull(options);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(options.EntityTimeout, TimeSpan.Zero);
        (_grains, _world, _timeout) = (grains, world, options.EntityTimeout);
    }

    /// <inheritdoc/>
    /// <exception cref="ZoneException">The grain could not answer, or holds something else.</exception>
    public async ValueTask<EntityRecord?> LoadAsync(ulong entity, CancellationToken cancellationToken)
    {
        var answer = await AskAsync(entity, static grain => grain.LoadAsync(), cancellationToken).ConfigureAwait(false);
        if (answer.Bytes is not { } bytes) return null;
        return EntityRecord.Read(bytes) ?? throw new ZoneException($"The state of entity {entity} of world '{_world}' in the storage is no entity: give zones a storage of their own.", isTransient: false);
    }

    /// <inheritdoc/>
    /// <exception cref="ZoneException">The grain has not confirmed it: the record may have been kept (transient). Or the record exceeds <see cref="ZoneLimits"/>.</exception>
    public async ValueTask<bool> TrySaveAsync(EntityRecord record, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(record);
        var (save, version, bytes) = (Guid.NewGuid(), record.Version, record.ToBytes());
        var answer = await AskAsync(record.Entity, grain => grain.TrySaveAsync(save, version, bytes), cancellationToken).ConfigureAwait(false);
        return answer.Status == AnswerStatus.Done;
    }

    // 16 digits at the end: no two pairs of world and entity have the same key.
    internal static string KeyOf(string world, ulong entity) => string.Create(CultureInfo.InvariantCulture, $"{world}/{entity:x16}");

    private async ValueTask<GrainAnswer> AskAsync(ulong entity, Func<IZoneEntityGrain, Task<GrainAnswer>> ask, CancellationToken cancellationToken)
    {
        var grain = _grains.GetGrain<IZoneEntityGrain>(KeyOf(_world, entity));
        var begun = Stopwatch.GetTimestamp();
        for (var pause = PauseMin; ; pause = pause < PauseMax ? pause * 2 : PauseMax)
        {
            var left = _timeout - Stopwatch.GetElapsedTime(begun);
            try
            {
                return await GrainQuestion.AskAsync($"Entity {entity} of world '{_world}'", () => ask(grain), left > PauseMin ? left : PauseMin, cancellationToken).ConfigureAwait(false);
            }
            catch (ZoneException error) when (error.IsTransient && Stopwatch.GetElapsedTime(begun) + pause < _timeout)
            {
                await Task.Delay(pause, cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
