using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>What a user may rely on, a row for each system and client.</summary>
internal static class GuaranteeTable
{
    public static void Draw(HtmlBuilder page, BenchResults results)
    {
        var cards = results.Runs.Where(row => row.Guarantees is not null).DistinctBy(row => (row.Broker, row.Client)).ToList();
        if (cards.Count == 0) return;
        page.Add($"<section><h2>What each driver guarantees</h2><div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Guarantees\"><table class=\"text\"><caption>Guarantees</caption>");
        page.Add($"<thead><tr><th scope=\"col\">system</th><th scope=\"col\">client</th><th scope=\"col\">confirmation</th><th scope=\"col\">after a client's crash</th><th scope=\"col\">after a server's crash</th><th scope=\"col\">order</th><th scope=\"col\">largest message</th><th scope=\"col\">competing consumers</th></tr></thead><tbody>");
        foreach (var row in cards)
        {
            var card = row.Guarantees!;
            page.Add($"<tr><th scope=\"row\">{row.Broker}</th><td>{row.Client}</td><td>{card.Confirmation}</td><td>{card.ClientCrash}</td><td>{card.ServerCrash}</td><td>{card.Ordering}</td><td>{card.LargestMessage}</td><td>{card.CompetingConsumers}</td></tr>");
        }

        page.Add($"</tbody></table></div></section>");
    }
}
