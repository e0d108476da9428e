# Brings the build up to date on Windows, for genie.cmd; ./genie does the same elsewhere. Argument: genie or test.
param([string] $what)
$ErrorActionPreference = 'Stop'
$root = Split-Path $PSScriptRoot
$state = Join-Path $root '.genie'
$stamp = Join-Path $state "$what.stamp"
$packages = Join-Path $state 'packages.props'

function Stop-Build([string] $message) {
    [Console]::Error.WriteLine("genie: $message")
    exit 1
}

$log = Join-Path $state 'build.log'

function Build-Project([string] $project) {
    & dotnet build $project --configuration Release -nologo -verbosity:quiet -nodeReuse:false -p:UseSharedCompilation=true > $log
    return $LASTEXITCODE -eq 0
}

function Stop-FailedBuild {
    Select-String -Path $log -Pattern ': (error|warning) ' | ForEach-Object { $_.Line } | Sort-Object -Unique | ForEach-Object { [Console]::Error.WriteLine($_) }
    Stop-Build "the build failed; all that it printed is in $log"
}

# Names, times and sizes of everything that a build reads, and the further package source.
$folders = Select-String -Path (Join-Path $root 'GenieDotNet.slnx') -Pattern 'Path="([^/"]+)/' | ForEach-Object { $_.Matches[0].Groups[1].Value } | Sort-Object -Unique
$files = @(Get-ChildItem $root -File -Filter 'Directory.*') + @($folders | ForEach-Object { Get-ChildItem (Join-Path $root $_) -Recurse -File } |
    Where-Object { $_.FullName -notmatch '[\\/](bin|obj|TestResults)[\\/]' -and $_.Extension -ne '.md' })
$current = (@($env:GENIE_PACKAGE_SOURCE) + @($files | Sort-Object FullName | ForEach-Object { "$($_.FullName) $($_.LastWriteTimeUtc.Ticks) $($_.Length)" })) -join "`n"
if ((Test-Path $stamp) -and ([IO.File]::ReadAllText($stamp) -ceq $current)) { exit 0 }

if (-not (Get-Command dotnet -ErrorAction SilentlyContinue)) { Stop-Build 'the .NET 10 SDK is needed. Get it from https://dot.net/download.' }
New-Item -ItemType Directory -Force $state | Out-Null
[Console]::Error.WriteLine('genie: building')
$project = if ($what -eq 'test') { Join-Path $root 'GenieDotNet.slnx' } else { Join-Path $root 'Genie.Benchmarks' }
if (Test-Path $packages) { Remove-Item $packages }
if (-not (Build-Project $project)) {
    # Official clients that projects name as ClientPackage are left out where no package source has them.
    $optional = $files | Where-Object { $_.Extension -eq '.csproj' } | Select-String -Pattern '<ClientPackage Include="([^"]+)"' | ForEach-Object { $_.Matches[0].Groups[1].Value } | Sort-Object -Unique
    $missing = @(Select-String -Path $log -Pattern 'error NU110[0-3]: Unable to find (a stable )?package ([A-Za-z0-9._-]+?)\.? ' | ForEach-Object { $_.Matches[0].Groups[2].Value } | Sort-Object -Unique)
    if ($missing.Count -eq 0 -or @($missing | Where-Object { $_ -notin $optional }).Count -gt 0) { Stop-FailedBuild }
    [Console]::Error.WriteLine("genie: left out, as no package source has them: $missing")
    [IO.File]::WriteAllText($packages, "<Project><PropertyGroup><MissingPackages>;$($missing -join ';');</MissingPackages></PropertyGroup></Project>")
    if (-not (Build-Project $project)) { Stop-FailedBuild }
}
[IO.File]::WriteAllText($stamp, $current)
exit 0
