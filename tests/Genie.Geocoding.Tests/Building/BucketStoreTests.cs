using Genie.Geocoding.Indexing;
using Genie.Testing;

namespace Genie.Geocoding.Tests.Building;

/// <summary>Records come out of the bucket that they were put into, in their order, once.</summary>
public sealed class BucketStoreTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(1, 50)]
    [InlineData(2, 5_000)]
    [InlineData(3, 60_000)]
    public void Each_record_comes_out_of_its_bucket_once(int seed, int records)
    {
        var random = new Random(seed);
        var expected = Enumerable.Range(0, 9).Select(_ => new List<byte>()).ToArray();
        using var store = new BucketStore(expected.Length, _folder.Path);
        for (var i = 0; i < records; i++)
        {
            // Bucket 8 gets nothing; some records are longer than what a bucket keeps in memory.
            var record = new byte[i % 1000 == 7 ? 10_000 : random.Next(1, 200)];
            random.NextBytes(record);
            var bucket = random.Next(8);
            store.Add(bucket, record);
            expected[bucket].AddRange(record);
        }

        for (var bucket = 0; bucket < expected.Length; bucket++)
        {
            Assert.Equal(expected[bucket], Take(store, bucket));
            Assert.Empty(Take(store, bucket));
        }
    }

    [Fact]
    public void No_record_is_torn_between_two_pieces()
    {
        using var store = new BucketStore(1, _folder.Path);
        for (var i = 0; i < 1000; i++) store.Add(0, new byte[48]);
        store.Take(0, bytes => Assert.Equal(0, bytes.Length % 48));
    }

    private static List<byte> Take(BucketStore store, int bucket)
    {
        var taken = new List<byte>();
        store.Take(bucket, bytes => taken.AddRange(bytes));
        return taken;
    }
}
