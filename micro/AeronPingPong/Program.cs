using AeronPingPong;

// Round trips and one-way messages through the drivers alone, between two processes. See README.md.
if (Arguments.Parse(args) is not { } arguments)
{
    Console.Error.WriteLine("AeronPingPong rt|pub|serve wire|official --dir FOLDER [--channel aeron:ipc] [--idle spin|yield|backoff] [--size 32] [--seconds 3] [--pool]");
    return 2;
}

if (arguments.Mode == "serve")
{
    await Responder.ServeAsync(arguments);
    return 0;
}

await using var responder = await Responder.StartAsync(arguments);
if (arguments.Mode == "rt") await RoundTrips.MeasureAsync(arguments);
else await Publications.MeasureAsync(arguments);
return 0;
