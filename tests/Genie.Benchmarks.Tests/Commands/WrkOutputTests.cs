using Genie.Benchmarks.Commands.Http;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class WrkOutputTests
{
    private const string Output = """
        Running 2s test @ http://127.0.0.1:5080/none
          2 threads and 8 connections
          Thread Stats   Avg      Stdev     Max   +/- Stdev
            Latency   413.68us    1.05ms  21.03ms   94.69%
            Req/Sec    18.05k     3.37k   27.65k    70.00%
          Latency Distribution
             50%  163.00us
             75%  287.00us
             90%    0.87ms
             99%    1.02s
          71912 requests in 2.00s, 10.63MB read
          Socket errors: connect 0, read 3, write 0, timeout 2
          Non-2xx or 3xx responses: 17
        Requests/sec:  35934.18
        Transfer/sec:      5.31MB
        """;

    [Fact]
    public void Its_figures_are_read_in_the_units_of_Cranks_own_jobs()
    {
        var measures = WrkOutput.Parse(Output).ToDictionary(measure => measure.Name, measure => Math.Round(measure.Value, 6));
        Assert.Equal(35934.18, measures["http/rps/mean"]);
        Assert.Equal(71912, measures["http/requests"]);
        Assert.Equal(17, measures["http/requests/badresponses"]);
        Assert.Equal(5, measures["http/requests/errors"]);
        Assert.Equal(5.31, measures["http/throughput"]);
        Assert.Equal((0.41368, 21.03), (measures["http/latency/mean"], measures["http/latency/max"]));
        Assert.Equal((0.163, 0.287, 0.87, 1020), (measures["http/latency/50"], measures["http/latency/75"], measures["http/latency/90"], measures["http/latency/99"]));
    }

    [Fact]
    public void What_is_no_output_of_wrk_says_so() =>
        Assert.Contains("unable to connect", Assert.Throws<FormatException>(() => WrkOutput.Parse("unable to connect to 127.0.0.1:1\n")).Message, StringComparison.Ordinal);
}
