using Genie.EventStore.Tests.Embedded;
using Genie.EventStore.Tests.PostgreSql;

return args switch
{
    ["append-postgres", var connectionString] => await BusyWorker.RunAsync(connectionString),
    [GroupWorker.Argument, var connectionString, var group] => await GroupWorker.RunAsync(connectionString, group),
    _ => await CrashingWriter.RunAsync(args),
};
