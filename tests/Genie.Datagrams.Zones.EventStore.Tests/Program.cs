using Genie.Datagrams.Zones.EventStore.Tests.Killing;

return args is [WorkerServer.Argument, var connectionString, var world] ? await WorkerServer.RunAsync(connectionString, world) : 2;
