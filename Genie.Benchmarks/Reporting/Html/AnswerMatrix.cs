using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Verdicts;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Every system beside every question: rank, value with its interval, and a bar of how near it comes to the best.</summary>
internal sealed class AnswerMatrix(IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks)
{
    /// <summary>Draws it, the system that is best at most questions first.</summary>
    /// <param name="page">Where.</param>
    /// <param name="verdicts">The questions; at least one.</param>
    public void Draw(HtmlBuilder page, IReadOnlyList<UseVerdict> verdicts)
    {
        page.Add($"<div class=\"wide matrix\" role=\"region\" tabindex=\"0\" aria-label=\"Every system beside every question\"><table class=\"sortable\"><caption>Every system beside every question</caption><thead><tr><th scope=\"col\">system</th>");
        foreach (var verdict in verdicts) page.Add($"<th scope=\"col\">{verdict.Use}</th>");
        page.Add($"</tr></thead><tbody>");
        foreach (var name in NamesOf(verdicts)) DrawSystem(page, name, verdicts);
        page.Add($"</tbody></table></div><p class=\"note\">Longer bars are nearer to the best; the line across one is the interval. Systems that share a rank cannot be told apart. Each client stands at the load that suits it best.</p>");
    }

    /// <summary>The contenders by name, the one with the most first ranks first, then by the sum of its ranks, where one that was not measured counts as the last.</summary>
    private static IEnumerable<string> NamesOf(IReadOnlyList<UseVerdict> verdicts)
    {
        var ranks = verdicts.Select(RanksOf).ToList();
        return ranks.SelectMany(question => question.Keys).Distinct()
            .OrderByDescending(name => ranks.Count(question => question.GetValueOrDefault(name) == 1))
            .ThenBy(name => ranks.Sum(question => question.GetValueOrDefault(name, question.Count + 1)));
    }

    /// <summary>The rank of each contender, by its name.</summary>
    public static Dictionary<string, int> RanksOf(UseVerdict verdict) => verdict.Contenders.Zip(verdict.Ranks).ToDictionary(pair => pair.First.Series.Name, pair => pair.Second);

    private void DrawSystem(HtmlBuilder page, string name, IReadOnlyList<UseVerdict> verdicts)
    {
        var series = verdicts.SelectMany(verdict => verdict.Contenders).First(contender => contender.Series.Name == name).Series;
        var colour = SeriesLook.Of(series, looks).ColourClass;
        page.Add($"<tr class=\"{colour}\" data-system=\"{series.Broker}\"><th scope=\"row\"><a href=\"#{SystemPages.IdOf(series.Broker)}\">{name}</a></th>");
        foreach (var verdict in verdicts) DrawCell(page, name, verdict);
        page.Add($"</tr>");
    }

    private static void DrawCell(HtmlBuilder page, string name, UseVerdict verdict)
    {
        if (verdict.Contenders.FirstOrDefault(contender => contender.Series.Name == name) is not { } contender)
        {
            page.Add($"<td class=\"none\">-</td>");
            return;
        }

        // The best end of any interval, so that none leaves the cell.
        var best = verdict.IsHigherBetter ? verdict.Contenders.Max(other => other.Interval.High) : verdict.Contenders.Where(other => other.Interval.Low > 0).Min(other => other.Interval.Low);
        var (interval, rank) = (contender.Interval, RanksOf(verdict)[name]);
        page.Add($"<td data-value=\"{Figures.Exact(interval.Median)}\"><span class=\"rank\">{rank}</span><span class=\"{(rank == 1 ? "strong" : "value")}\">{verdict.Format(interval.Median)}</span>");
        page.Add($"<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect class=\"bar\" width=\"{Share(interval.Median)}\" height=\"10\"/>");
        if (interval.Confidence > 0) page.Add($"<path class=\"spread\" d=\"M{Share(interval.Low)} 2v6M{Share(interval.Low)} 5H{Share(interval.High)}M{Share(interval.High)} 2v6\"/>");
        page.Add($"</svg>{(interval.Confidence > 0 ? $"{verdict.Format(interval.Low)} to {verdict.Format(interval.High)}" : "")}</td>");

        double Share(double value) => value <= 0 ? 0 : 100 * (verdict.IsHigherBetter ? value / best : best / value);
    }
}
