using module Logging

enum Level { Low; High }

class Job {
    [string]$Name

    Job([string]$name) { $this.Name = $name }

    [void] Run() { Write-Output $this.Name }
}

# Starts a job by name.
function Start-Work {
    param([string]$Name)
    $job = [Job]::new($Name)
    Invoke-Thing -Job $job
}
