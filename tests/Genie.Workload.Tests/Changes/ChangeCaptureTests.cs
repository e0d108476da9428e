using Genie.Testing;
using Genie.Workload.Changes;
using Genie.Workload.Messages;
using Genie.Workload.Parties;
using Genie.Workload.Tests.Messages;
using Google.Protobuf;

namespace Genie.Workload.Tests.Changes;

public sealed class ChangeCaptureTests
{
    [Fact]
    public void Equal_messages_have_no_changes() => Assert.Empty(Listed.Between(PartyDirectory.At(3), PartyDirectory.At(3).Clone()));

    [Fact]
    public void Scalars_are_listed_with_both_values()
    {
        var before = new Specimen { Flag = true, Small = -5, Large = long.MinValue, UnsignedSmall = uint.MaxValue, UnsignedLarge = ulong.MaxValue, HalfReal = 1.5f, Text = "é", Colour = Colour.Red };
        var after = new Specimen { Real = double.NaN, Blob = ByteString.CopyFrom(1, 255), Colour = (Colour)77 };
        Assert.Equal(
            [
                "flag Changed Boolean:true -> Boolean:false",
                "small Changed WholeNumber:-5 -> WholeNumber:0",
                "large Changed WholeNumber:-9223372036854775808 -> WholeNumber:0",
                "unsigned_small Changed WholeNumber:4294967295 -> WholeNumber:0",
                "unsigned_large Changed Text:18446744073709551615 -> WholeNumber:0",
                "half_real Changed Real:1.5 -> Real:0",
                "real Changed Real:0 -> Real:NaN",
                "text Changed Text:é -> Text:",
                "blob Changed Bytes: -> Bytes:01ff",
                "colour Changed Enumeration:COLOUR_RED -> Enumeration:77",
            ],
            Listed.Between(before, after));
    }

    [Fact]
    public void Reals_are_compared_bit_by_bit()
    {
        Assert.Empty(Listed.Between(new Specimen { Real = double.NaN, HalfReal = float.NaN }, new Specimen { Real = double.NaN, HalfReal = float.NaN }));
        Assert.Equal(["half_real Changed Real:0 -> Real:-0", "real Changed Real:0 -> Real:-0"], Listed.Between(new Specimen(), new Specimen { Real = -0.0, HalfReal = -0.0f }));
    }

    [Fact]
    public void A_field_with_presence_is_added_and_removed()
    {
        Assert.Equal(["perhaps Added Absent:(absent) -> WholeNumber:0"], Listed.Between(new Specimen(), new Specimen { Perhaps = 0 }));
        Assert.Equal(["perhaps Removed WholeNumber:0 -> Absent:(absent)"], Listed.Between(new Specimen { Perhaps = 0 }, new Specimen()));
        Assert.Equal(["wrapped_text Added Absent:(absent) -> Text:"], Listed.Between(new Specimen(), new Specimen { WrappedText = "" }));
        Assert.Equal(
            ["wrapped_real Changed Real:1 -> Real:NaN", "wrapped_unsigned Removed Text:18446744073709551615 -> Absent:(absent)"],
            Listed.Between(new Specimen { WrappedReal = 1, WrappedUnsigned = ulong.MaxValue }, new Specimen { WrappedReal = double.NaN }));
    }

    [Fact]
    public void A_oneof_that_switches_is_a_removal_and_an_addition() => Assert.Equal(
        [
            "choice_text Removed Text:a -> Absent:(absent)",
            "choice_leaf Added Absent:(absent) -> Message:{...}",
            "choice_leaf.value Added Absent:(absent) -> WholeNumber:4",
        ],
        Listed.Between(new Specimen { ChoiceText = "a" }, new Specimen { ChoiceLeaf = new Leaf { Value = 4 } }));

    [Fact]
    public void Nested_messages_are_entered()
    {
        var before = new Specimen { Child = new Specimen { Child = new Specimen { Text = "deep", Small = 1 } } };
        var after = before.Clone();
        after.Child.Child.Text = "deeper";
        Assert.Equal(["child.child.text Changed Text:deep -> Text:deeper"], Listed.Between(before, after));
        after.Child.Child = null;
        Assert.Equal(
            [
                "child.child Removed Message:{...} -> Absent:(absent)",
                "child.child.small Removed WholeNumber:1 -> Absent:(absent)",
                "child.child.text Removed Text:deep -> Absent:(absent)",
            ],
            Listed.Between(before, after));
    }

    [Fact]
    public void Elements_are_matched_by_their_key_wherever_they_stand()
    {
        var before = new Specimen { Leaves = { Leaf("a", 1), Leaf("b", 2), Leaf("c", 3) } };
        Assert.Empty(Listed.Between(before, new Specimen { Leaves = { Leaf("c", 3), Leaf("a", 1), Leaf("b", 2) } }));
        Assert.Equal(
            [
                "leaves[new].value Added Absent:(absent) -> WholeNumber:9",
                "leaves[c].value Changed WholeNumber:3 -> WholeNumber:4",
                "leaves[b].value Removed WholeNumber:2 -> Absent:(absent)",
            ],
            Listed.Between(before, new Specimen { Leaves = { Leaf("new", 9), Leaf("c", 4), Leaf("a", 1) } })
                .Where(line => line.Contains("value", StringComparison.Ordinal)));
    }

    [Fact]
    public void An_element_that_appears_is_listed_with_its_content() => Assert.Equal(
        [
            "numbered[-7] Added Absent:(absent) -> Message:{...}",
            "numbered[-7].number Added Absent:(absent) -> WholeNumber:-7",
            "numbered[-7].text Added Absent:(absent) -> Text:x",
        ],
        Listed.Between(new Specimen(), new Specimen { Numbered = { new Numbered { Number = -7, Text = "x" } } }));

    [Fact]
    public void A_key_used_twice_matches_in_order()
    {
        var before = new Specimen { Leaves = { Leaf("a", 1), Leaf("a", 2) } };
        Assert.Equal(["leaves[a].value Changed WholeNumber:2 -> WholeNumber:5"], Listed.Between(before, new Specimen { Leaves = { Leaf("a", 1), Leaf("a", 5) } }));
        Assert.Equal(
            ["leaves[a] Removed Message:{...} -> Absent:(absent)", "leaves[a].id Removed Text:a -> Absent:(absent)", "leaves[a].value Removed WholeNumber:2 -> Absent:(absent)"],
            Listed.Between(before, new Specimen { Leaves = { Leaf("a", 1) } }));
    }

    [Fact]
    public void Without_a_key_the_position_counts()
    {
        Assert.Equal(
            ["numbers[1] Changed WholeNumber:2 -> WholeNumber:3", "numbers[2] Removed WholeNumber:3 -> Absent:(absent)"],
            Listed.Between(new Specimen { Numbers = { 1, 2, 3 } }, new Specimen { Numbers = { 1, 3 } }));
        Assert.Equal(
            ["unkeyed[1] Added Absent:(absent) -> Message:{...}", "unkeyed[1].text Added Absent:(absent) -> Text:b"],
            Listed.Between(new Specimen { Unkeyed = { new Unkeyed { Text = "a" } } }, new Specimen { Unkeyed = { new Unkeyed { Text = "a" }, new Unkeyed { Text = "b" } } }));
        Assert.Equal(["colours[0] Added Absent:(absent) -> Enumeration:COLOUR_GREEN"], Listed.Between(new Specimen(), new Specimen { Colours = { Colour.Green } }));
    }

    [Fact]
    public void Entries_of_maps_are_matched_by_their_key()
    {
        var before = new Specimen { Texts = { ["k"] = "1", ["gone"] = "2" }, LeafMap = { [4] = Leaf("x", 1) }, ColourMap = { [true] = Colour.Red } };
        var after = new Specimen { Texts = { ["new"] = "3", ["k"] = "9" }, LeafMap = { [4] = Leaf("x", 2) }, ColourMap = { [true] = Colour.Green } };
        Assert.Equal(
            [
                "texts[new] Added Absent:(absent) -> Text:3",
                "texts[k] Changed Text:1 -> Text:9",
                "texts[gone] Removed Text:2 -> Absent:(absent)",
                "leaf_map[4].value Changed WholeNumber:1 -> WholeNumber:2",
                "colour_map[true] Changed Enumeration:COLOUR_RED -> Enumeration:COLOUR_GREEN",
            ],
            Listed.Between(before, after));
    }

    [Fact]
    public void Brackets_in_a_key_are_escaped() => Assert.Equal(
        [@"texts[a\]b\\c] Added Absent:(absent) -> Text:v"],
        Listed.Between(new Specimen(), new Specimen { Texts = { [@"a]b\c"] = "v" } }));

    [Fact]
    public void A_list_that_is_used_again_keeps_nothing()
    {
        var changes = new ChangeList();
        ChangeCapture.Compare(new Specimen { Child = new Specimen { Text = "x" } }, new Specimen(), changes);
        ChangeCapture.Compare(new Specimen(), new Specimen { Small = 1 }, changes);
        Assert.Equal(["small Changed WholeNumber:0 -> WholeNumber:1"], Listed.Lines(changes));
    }

    [Fact]
    public void A_hostile_list_does_not_take_the_square_of_its_length()
    {
        const int Length = 200_000;
        var (before, after) = (new Specimen(), new Specimen());
        for (var i = 0; i < Length; i++)
        {
            before.Numbered.Add(new Numbered { Number = i });
            after.Numbered.Add(new Numbered { Number = Length - 1 - i });
        }

        after.Numbered[0].Text = "changed";

        // The square would be 40 thousand million comparisons: this test would not end.
        Assert.Equal([$"numbered[{Length - 1}].text Changed Text: -> Text:changed"], Listed.Between(before, after));
    }

    [Fact]
    public void Comparing_allocates_nothing_once_warm()
    {
        var (before, after) = (PartyDirectory.At(1).Clone(), PartyDirectory.At(1).Clone());
        after.DisplayName = "Somebody Else";
        after.Addresses[0].Coordinate.Latitude = 12;
        after.Contacts.RemoveAt(0);
        after.Attributes.Clear();
        before.Attributes.Clear();
        var changes = new ChangeList();
        for (var i = 0; i < 100; i++) ChangeCapture.Compare<Party>(before, after, changes);

        var allocatedBytes = AllocatedBytes.Of(() =>
        {
            for (var i = 0; i < 1000; i++) ChangeCapture.Compare<Party>(before, after, changes);
        });

        Assert.True(changes.Count >= 7);
        Assert.InRange(allocatedBytes / 1000, 0, 0);
    }

    private static Leaf Leaf(string id, int value) => new() { Id = id, Value = value };
}
