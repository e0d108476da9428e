using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;
using Genie.Testing;

namespace Genie.Geocoding.Tests.Building;

/// <summary>A map need not fit into memory to be indexed. What other tests keep meanwhile would count too, so they run alone.</summary>
[CollectionDefinition(nameof(IndexDraftTests), DisableParallelization = true)]
[Collection(nameof(IndexDraftTests))]
public sealed class IndexDraftTests : IDisposable
{
    private const int Columns = 40;
    private const int Rows = 25;
    private const int Vertices = 2000;
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Borders_of_areas_that_came_are_not_in_memory()
    {
        using var draft = new IndexDraft("county", _folder.Path);
        draft.Add(Disc(0, 0));
        var before = GC.GetTotalMemory(forceFullCollection: true);
        for (var column = 0; column < Columns; column++)
        {
            for (var row = 0; row < Rows; row++) draft.Add(Disc(column, row));
        }

        // The borders alone are 80 MB, in whatever form: 2 million edges of 40 bytes.
        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before, long.MinValue, 20 << 20);
    }

    [Fact]
    public void What_came_by_files_is_answered()
    {
        using var draft = new IndexDraft("county", _folder.Path);
        for (var column = 0; column < Columns; column++)
        {
            for (var row = 0; row < Rows; row++) draft.Add(Disc(column, row));
        }

        using var file = new MemoryStream();
        draft.Write(new byte[32], file, CancellationToken.None);
        var index = LayerIndex.Load(file.GetBuffer().AsSpan(0, (int)file.Length));
        for (var column = 0; column < Columns; column++)
        {
            for (var row = 0; row < Rows; row++)
            {
                Assert.Equal($"{column}/{row}", index.AreaAt(new GeoPoint(row, column))?.Code);
                Assert.Equal($"{column}/{row}", index.AreaAt(new GeoPoint(row, column + 0.39))?.Code);
                Assert.Null(index.AreaAt(new GeoPoint(row, column + 0.41)));
            }
        }
    }

    [Fact]
    public void Writing_can_be_abandoned()
    {
        using var stop = new CancellationTokenSource();
        using var draft = new IndexDraft("county", _folder.Path);
        draft.Add(Disc(0, 0));
        stop.Cancel();
        Assert.ThrowsAny<OperationCanceledException>(() => draft.Write(new byte[32], new MemoryStream(), stop.Token));
    }

    [Fact]
    public void One_that_is_given_up_leaves_nothing()
    {
        using (var draft = new IndexDraft("county", _folder.Path))
        {
            for (var row = 0; row < 200; row++) draft.Add(Disc(0, row % Rows));
        }

        Assert.Empty(Directory.GetFiles(_folder.Path));
    }

    // Of radius 0.4 around a whole number of degrees.
    private static MapArea Disc(int column, int row)
    {
        var ring = new double[2 * Vertices];
        for (var i = 0; i < Vertices; i++)
        {
            var (sine, cosine) = Math.SinCos(2 * Math.PI * i / Vertices);
            (ring[2 * i], ring[(2 * i) + 1]) = (column + (0.4 * cosine), row + (0.4 * sine));
        }

        return new MapArea($"{column}/{row}", "", [], [new MapPolygon([ring])]);
    }
}
