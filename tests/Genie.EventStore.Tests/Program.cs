using Genie.EventStore.Tests.Embedded;
using Genie.EventStore.Tests.PostgreSql;

return args is ["append-postgres", var connectionString] ? await BusyWorker.RunAsync(connectionString) : await CrashingWriter.RunAsync(args);
