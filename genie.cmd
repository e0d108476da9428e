@echo off
rem Builds GenieDotNet when its sources changed, then runs it: genie COMMAND... (genie --help lists the commands)
rem genie test builds everything and runs the tests. Needs the .NET 10 SDK and nothing else.
setlocal
set "ROOT=%~dp0"
set "WHAT=genie"
if "%~1"=="test" set "WHAT=test"
powershell -NoProfile -ExecutionPolicy Bypass -File "%ROOT%build\genie.ps1" %WHAT%
if errorlevel 1 exit /b 3
if "%WHAT%"=="test" (
  "%ROOT%tests\Genie.Testing.Runner\bin\Release\net10.0\genie-test.exe" "%ROOT%." %*
) else (
  "%ROOT%Genie.Benchmarks\bin\Release\net10.0\genie.exe" %*
)
exit /b %ERRORLEVEL%
