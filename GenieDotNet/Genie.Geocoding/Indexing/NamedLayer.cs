using System.Runtime.CompilerServices;

namespace Genie.Geocoding.Indexing;

/// <summary>An index with a ready answer for each of its areas.</summary>
internal sealed class NamedLayer
{
    private readonly LayerIndex _index;
    private readonly PlaceAnswer[] _answers;

    public NamedLayer(LayerIndex index)
    {
        _index = index;
        _answers = new PlaceAnswer[index.Areas.Count];
        for (var i = 0; i < _answers.Length; i++)
        {
            var answer = new PlaceAnswer(LookupStatus.Found);
            for (var area = i; area >= 0; area = index.Areas[area].Parent) answer = Add(answer, index.Areas[area].Area);
            _answers[i] = answer;
        }
    }

    /// <summary>The index.</summary>
    public LayerIndex Index => _index;

    /// <summary>The answer at a normalised point, or a null reference.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref readonly PlaceAnswer AnswerAt(double latitude, double longitude)
    {
        var area = _index.Find(latitude, longitude);
        if (area < 0) return ref Unsafe.NullRef<PlaceAnswer>();
        return ref _answers[area];
    }

    private static PlaceAnswer Add(PlaceAnswer answer, Area area) => area.Layer switch
    {
        "country" => answer with { Country = area },
        "state" => answer with { State = area },
        "county" => answer with { County = area },
        _ => answer,
    };
}
