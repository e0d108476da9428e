using System.Runtime.CompilerServices;
using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Indexing;

/// <summary>An index with a ready answer for each of its areas.</summary>
internal sealed class NamedLayer
{
    private readonly PlaceAnswer[] _answers;

    /// <summary>Makes the answers.</summary>
    /// <param name="index">The index.</param>
    /// <param name="worldview">Whose borders count, or null: those of the map.</param>
    public NamedLayer(LayerIndex index, Worldview? worldview = null)
    {
        Index = index;
        worldview = worldview?.For(index.Areas);
        Name = index.Areas.Count > 0 ? index.Areas[0].Area.Layer : "";
        Slot = AnswerParts.SlotOf(Name);
        Fills = Slot;
        _answers = new PlaceAnswer[index.Areas.Count];
        for (var i = 0; i < _answers.Length; i++)
        {
            var answer = new PlaceAnswer(LookupStatus.Found);
            for (var area = i; area >= 0; area = index.Areas[area].Parent)
            {
                answer = AnswerParts.Add(answer, index.Areas[area].Area);
                Fills |= AnswerParts.SlotOf(index.Areas[area].Area.Layer);
            }

            _answers[i] = worldview is null ? answer : worldview.See(answer);
        }
    }

    /// <summary>The index.</summary>
    public LayerIndex Index { get; }

    /// <summary>The layer's name.</summary>
    public string Name { get; }

    /// <summary>The member of the answer that the layer's own areas fill; where an earlier layer filled it, this one is not asked.</summary>
    public LayerSlots Slot { get; }

    /// <summary>That one and those of the areas around its areas.</summary>
    public LayerSlots Fills { get; }

    /// <summary>True if earlier layers filled all that this one could. Layers without a member of their own are always asked.</summary>
    public bool IsFilled(LayerSlots filled) => Fills != LayerSlots.None && (filled & Fills) == Fills;

    /// <summary>The areas that it answers with; those around its own come as often as they are around one.</summary>
    public IEnumerable<Area> Areas => _answers.SelectMany(static answer => AnswerParts.AreasOf(answer));

    /// <summary>The answer with an area's number.</summary>
    public ref readonly PlaceAnswer this[int area] => ref _answers[area];

    /// <summary>The answer at a normalised point, or a null reference.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref readonly PlaceAnswer AnswerAt(double latitude, double longitude)
    {
        var area = Index.Find(latitude, longitude);
        if (area < 0) return ref Unsafe.NullRef<PlaceAnswer>();
        return ref _answers[area];
    }
}
