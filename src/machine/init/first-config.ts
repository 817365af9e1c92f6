/** The `fleet.yaml` that `fleet machine init` writes: what it sets, and every other setting in comments. */
export const COMMENTED_CONFIG = `# The settings of this machine, read again before every command. What is wrong
# in them is in its terminal, and the last valid settings apply until then.

# observe: answers reads only. control: also runs skills and changes things
# when a key of the service asks for it (fleet help server says what that means).
mode: control

# Commands of the service that it takes: types such as job.run, or prefixes such
# as config.*; an empty allow is all that the mode allows, deny wins over everything.
allow: []
deny: []

# Everything below is set to its default.

# max_running_jobs: 2        # at the same time; those that wait for a person do not count
# wait_seconds: 25           # how long the service may hold a sync
# output_bytes_max: 8388608  # of stdout, and of stderr, that a job keeps
# jobs_kept: 1000            # the newest in jobs/
# webhook_hosts: []          # names under which a proxy hands on webhooks

# Another user of this computer for what jobs run; the machine must be started by root.
# Without it they run as the user of the machine and can read what that user can: this
# machine's token and secrets, and other keys of theirs. As root that is everything.
# run_as: null

# What one run may use.
# limits: { seconds: 86400, memory_mb: 4096, processes: 4096, file_mb: 1024 }

# Programs that run the skills of an agent, such as a command-line agent. Each is
# a list of a program and its arguments; what begins with ./ is in this folder.
# runners:
#   agent_a:
#     command: [./agent]           # starts a job, the prompt on its stdin
#     resume: [./agent, resume]    # goes on after an answer, which is on its stdin
#     secrets: [AGENT_KEY]         # of state/secrets.json, in its environment

# Repositories that skills work on, and checks to show beside the machine's own.
# repositories: [{ name: shop, url: "https://git.example.com/shop.git", ref: main }]
# checks: [{ name: disk, state: warning, message: "Nearly full", fix: "Remove old builds." }]
`;
