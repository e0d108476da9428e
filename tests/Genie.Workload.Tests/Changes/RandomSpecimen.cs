using System.Globalization;
using Genie.Workload.Tests.Messages;
using Google.Protobuf;

namespace Genie.Workload.Tests.Changes;

/// <summary>Makes messages from few values, so that two of them have much in common. Keys within a list are distinct.</summary>
internal static class RandomSpecimen
{
    public static Specimen Create(Random random, int depth)
    {
        var specimen = new Specimen
        {
            Flag = random.Next(2) == 0,
            Small = random.Next(-1, 2),
            UnsignedLarge = random.Next(2) == 0 ? ulong.MaxValue : 1,
            Real = random.Next(2) == 0 ? double.NaN : 0.5,
            Text = Text(random),
            Blob = ByteString.CopyFromUtf8(Text(random)),
            Colour = (Colour)random.Next(4),
        };
        if (random.Next(2) == 0) specimen.Perhaps = random.Next(2);
        if (random.Next(2) == 0) specimen.WrappedText = Text(random);
        SetChoice(specimen, random);
        if (depth > 0 && random.Next(3) > 0) specimen.Child = Create(random, depth - 1);
        for (var i = random.Next(4); i > 0; i--) specimen.Numbers.Add(random.Next(3));
        for (var i = random.Next(3); i > 0; i--) specimen.Unkeyed.Add(new Unkeyed { Text = Text(random) });
        foreach (var id in Some(random)) specimen.Leaves.Add(new Leaf { Id = id.ToString(CultureInfo.InvariantCulture), Value = random.Next(2) });
        foreach (var id in Some(random)) specimen.Numbered.Add(new Numbered { Number = id, Text = Text(random) });
        foreach (var id in Some(random)) specimen.Texts[id.ToString(CultureInfo.InvariantCulture)] = Text(random);
        foreach (var id in Some(random)) specimen.LeafMap[id] = new Leaf { Value = random.Next(2) };
        return specimen;
    }

    private static void SetChoice(Specimen specimen, Random random)
    {
        switch (random.Next(4))
        {
            case 0: specimen.ChoiceText = Text(random); break;
            case 1: specimen.ChoiceLeaf = new Leaf { Value = random.Next(2) }; break;
            case 2: specimen.ChoiceReal = random.Next(2); break;
        }
    }

    // Up to 60 elements in random order: both ways of matching are taken.
    private static int[] Some(Random random)
    {
        var ids = Enumerable.Range(0, random.Next(8) == 0 ? 60 : 6).ToArray();
        random.Shuffle(ids);
        return ids[..random.Next(ids.Length + 1)];
    }

    private static string Text(Random random) => random.Next(3) switch { 0 => "", 1 => "a", _ => "é" };
}
