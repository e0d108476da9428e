using System.Diagnostics;

namespace NatsPingPong;

/// <summary>Measures request and reply.</summary>
internal static class RoundTrips
{
    public static async Task<Figures> MeasureAsync(Arguments arguments)
    {
        using var responder = await Responder.StartAsync(arguments).ConfigureAwait(false);
        try
        {
            if (!Candidates.IsBare(arguments.Candidate)) return await MeasureDriverAsync(arguments).ConfigureAwait(false);
            using var bare = new Bare(arguments.Url, "bare.pong", "bare.ping", arguments.Size);
            return arguments.Candidate == "bare" ? MeasureBlocking(arguments, bare) : await MeasureBareAsync(arguments, bare).ConfigureAwait(false);
        }
        finally
        {
            responder.StandardInput.Close();
            await responder.WaitForExitAsync().ConfigureAwait(false);
        }
    }

    private static Figures MeasureBlocking(Arguments arguments, Bare bare)
    {
        var figures = new Figures(arguments);
        while (figures.Running)
        {
            var start = Stopwatch.GetTimestamp();
            bare.Send();
            bare.Receive();
            figures.Record(start);
        }

        return figures;
    }

    private static async Task<Figures> MeasureBareAsync(Arguments arguments, Bare bare)
    {
        var figures = new Figures(arguments);
        while (figures.Running)
        {
            var start = Stopwatch.GetTimestamp();
            await bare.SendAsync().ConfigureAwait(false);
            await bare.ReceiveAsync().ConfigureAwait(false);
            figures.Record(start);
        }

        return figures;
    }

    private static async Task<Figures> MeasureDriverAsync(Arguments arguments)
    {
        await using var broker = Candidates.Create(arguments);
        var figures = new List<Figures>();
        var loops = new List<Task>();
        for (var c = 0; c < arguments.Connections; c++)
        {
            var connection = await broker.ConnectAsync("ping", Candidates.Connection(arguments), default).ConfigureAwait(false);
            for (var i = 0; i < arguments.InFlight; i++)
            {
                var own = new Figures(arguments);
                figures.Add(own);
                loops.Add(Task.Run(async () =>
                {
                    var message = new byte[arguments.Size];
                    while (own.Running)
                    {
                        var start = Stopwatch.GetTimestamp();
                        using var reply = await connection.RequestAsync(message, default).ConfigureAwait(false);
                        own.Record(start);
                    }
                }));
            }
        }

        await Task.WhenAll(loops).ConfigureAwait(false);
        return Figures.Merge(arguments, figures);
    }
}
