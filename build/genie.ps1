# Brings the build up to date on Windows, for genie.cmd; ./genie does the same elsewhere. Argument: genie or test.
param([string] $what)
$ErrorActionPreference = 'Stop'
$root = Split-Path $PSScriptRoot
$state = Join-Path $root '.genie'
$stamp = Join-Path $state "$what.stamp"
$answer = Join-Path $root '.feed/feed.props'
$question = Join-Path $root '.feed/question'
$feed = Join-Path $root 'build/Genie.Feed/bin/Release/net10.0/genie-feed.exe'

function Stop-Build([string] $message) {
    [Console]::Error.WriteLine("genie: $message")
    exit 1
}

function Build-Project([string] $project) {
    $log = Join-Path $state 'build.log'
    & dotnet build $project --configuration Release -nologo -verbosity:quiet -nodeReuse:false > $log
    if ($LASTEXITCODE -ne 0) {
        Select-String -Path $log -Pattern ': (error|warning) ' | ForEach-Object { $_.Line } | Sort-Object -Unique | ForEach-Object { [Console]::Error.WriteLine($_) }
        Stop-Build "the build failed; all that it printed is in $log"
    }
}

# Names, times and sizes of everything that a build reads, and what the answer of the package feed depends on.
$folders = Select-String -Path (Join-Path $root 'GenieDotNet.slnx') -Pattern 'Path="([^/"]+)/' | ForEach-Object { $_.Matches[0].Groups[1].Value } | Sort-Object -Unique
$files = @(Get-ChildItem $root -File -Filter 'Directory.*') + @($folders | ForEach-Object { Get-ChildItem (Join-Path $root $_) -Recurse -File } |
    Where-Object { $_.FullName -notmatch '[\\/](bin|obj|TestResults)[\\/]' -and $_.Extension -ne '.md' })
$sources = ($files | Sort-Object FullName | ForEach-Object { "$($_.FullName) $($_.LastWriteTimeUtc.Ticks) $($_.Length)" }) -join "`n"
$asked = (@($env:GENIE_PACKAGE_SOURCE) + @($files | Where-Object { $_.Extension -in '.csproj', '.props' } | ForEach-Object { Get-Content $_.FullName -Raw })) -join "`n"
$current = "$sources`n$asked"
if ((Test-Path $stamp) -and (Test-Path $answer) -and ([IO.File]::ReadAllText($stamp) -ceq $current)) { exit 0 }

if (-not (Get-Command dotnet -ErrorAction SilentlyContinue)) { Stop-Build 'the .NET 10 SDK is needed. Get it from https://dot.net/download.' }
New-Item -ItemType Directory -Force $state | Out-Null
if (-not ((Test-Path $answer) -and (Test-Path $question) -and ([IO.File]::ReadAllText($question) -ceq $asked))) {
    [Console]::Error.WriteLine('genie: asking the package feed for the official clients')
    Build-Project (Join-Path $root 'build/Genie.Feed')
    & $feed $root
    if ($LASTEXITCODE -ne 0) { exit 1 }
    [IO.File]::WriteAllText($question, $asked)
}
[Console]::Error.WriteLine('genie: building')
Build-Project $(if ($what -eq 'test') { Join-Path $root 'GenieDotNet.slnx' } else { Join-Path $root 'Genie.Benchmarks' })
[IO.File]::WriteAllText($stamp, $current)
exit 0
