"""A small made-up study, whose checks are one line of shell each."""

TASKS = ["first", "second", "third", "fourth", "fifth", "sixth"]


def make_study(scratch, tasks=len(TASKS)):
    study = scratch / "study"
    for folder in ("project", "tasks", "questionnaires"):
        (study / folder).mkdir(parents=True)
    names = TASKS[:tasks]
    (study / "method.md").write_text("Made up.\n")
    (study / "consent.md").write_text("# Taking part\n\nA made-up session.\n")
    (study / "tutorial.md").write_text("# Tutorial\n\nFiles have lines.\n")
    (study / "thanks.md").write_text("# Thank you\n\nIt is over.\n")
    (study / "project/project.txt").write_text("start\n")
    (study / "project/run.sh").write_text("#!/bin/sh\nexec cat project.txt\n")
    (study / "project/run.sh").chmod(0o755)
    (study / "questionnaires/about-you.yaml").write_text("""title: About you
items:
  - {id: shell, text: Do you use a shell?, short: Shell, type: single, options: [yes, no], required: true}
  - {id: shells, text: Which shells?, type: multiple, options: [Bash, Z shell, Another]}
  - {id: sure, text: How sure are you?, type: scale, min: 1, max: 5, min_label: not, max_label: very, required: true}
  - {id: years, text: For how many years?, type: number, min: 0, max: 80, unit: years}
  - {id: remarks, text: Anything else?, type: text, in_table: false}
""")
    lines = ["""format: 1
id: made-up
title: Made up
version: "1.0"
product: {name: sh, version: POSIX}
assistants: No assistants of any kind.
feedback: verdict
method: method.md
conditions:
  - {id: shell, title: Shell}
project:
  folder: project
  tools: [sh]
  build: [sh, -n, run.sh]
  ignore: [.git, scratch]
  open: [ls, -l]
phases:
  - consent:
      file: consent.md
      options:
        - {id: take-part, text: I take part., required: true}
  - questionnaire: about-you
  - each_condition:
      - tutorial: tutorial.md
      - tasks: [%s]
  - thanks: thanks.md
questionnaires: [about-you]
tasks:""" % ", ".join(names)]
    for name in names:
        (study / f"tasks/{name}.md").write_text(f"# The {name} task\n\nAdd the line {name}.\n")
        lines.append(f"""  - id: {name}
    title: The {name} task
    instruction: tasks/{name}.md
    time_limit: 30m
    success: The line is there.
    check: {name}""")
    lines.append("checks:")
    for name in names:
        lines.append(f"""  - id: {name}
    steps:
      - name: line
        run: [./run.sh]
        timeout: 10s
        expect: {{contains: ["{name}"]}}
        reason: the line is missing""")
        solution = study / "solutions" / name
        solution.mkdir(parents=True)
        (solution / "apply").write_text(f"#!/bin/sh\necho {name} >>project.txt\n")
        (solution / "apply").chmod(0o755)
    (study / "study.yaml").write_text("\n".join(lines) + "\n")
    return study


def solve(folder, task):
    """What a participant does: a line more, a file more, one less, and one that is not sent."""
    with open(folder / "project.txt", "a") as file:
        file.write(task + "\n")
    (folder / f"notes of {task}.txt").write_text("ü" * 1000)
    (folder / "scratch").mkdir(exist_ok=True)
    (folder / "scratch/not-sent").write_bytes(b"x" * 100)
