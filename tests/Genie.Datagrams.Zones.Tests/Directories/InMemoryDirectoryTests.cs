namespace Genie.Datagrams.Zones.Tests.Directories;

public sealed class InMemoryDirectoryTests : DirectoryContract
{
    private protected override IZoneDirectory Open() => new InMemoryZoneDirectory(Layout, time: Time);
}
