/// A small, valid study that can be run and serves as the basis of a new study.
package enum StudyTemplate {
    /// Returns whether `text` still contains a placeholder sentence of the template. Line breaks
    /// may differ, and the text around the sentence may have been changed.
    static func hasPlaceholder(_ text: String) -> Bool {
        guard text.contains("Say here") else { return false }
        let line = onOneLine(text)
        return placeholders.contains { line.contains($0) }
    }

    private static let placeholders = files.compactMap { file -> String? in
        let line = onOneLine(file.value)
        return line.firstRange(of: "Say here").map { words in
            String(line[words.lowerBound...].prefix { $0 != "." })
        }
    }

    private static func onOneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns the files of the template: path and text, with `NAME` in place of the study's id. In
    /// the template with two conditions, the plan assigns one of the conditions to each
    /// participant.
    package static func files(hasTwoConditions: Bool) -> [(path: String, text: String)] {
        files.map { path, text in
            (path, hasTwoConditions ? text.replacing(oneCondition, with: twoConditions) : text)
        }
    }

    private static let oneCondition = #"""
          # To compare conditions, add another. If each participant works in both, also add "task_sets":
          # - {id: without, title: Without the tool}
        """#
    private static let twoConditions = #"""
          # The plan assigns one condition to each participant: evalrun plan --table randomised-blocks --participants N
          # If each participant works in both, remove "only_planned" and add "task_sets".
          - {id: without, title: Without the tool, only_planned: true}
        """#

    private static let files: KeyValuePairs<String, String> = [
        "study.yaml": #"""
        # The keys are described on the page StudyFile (share/evalrun/docs, or Sources/…/StudyFile.md).
        format: 1
        id: NAME
        title: NAME
        version: "1"
        product: {name: "the tool", version: "1"}
        assistants: No language-model assistants; documentation allowed.
        feedback: reason
        think_aloud: none
        method: method.md
        # For a report by ISO/IEC 25062 (evalrun report --conform cif), method.md needs paragraphs that
        # begin with **Led by.** **Prepared by.** **Contact.** **Parts evaluated.** **Intended users.**
        # **Objective.** **Selection.** **Differences from users.** **Why these tasks.** **Data given.**
        # **Facility.** **Design.** **Procedure.**

        conditions:
          - {id: tool, title: With the tool}
          # To compare conditions, add another. If each participant works in both, also add "task_sets":
          # - {id: without, title: Without the tool}

        project:
          folder: project
          tools: [sh]
          build: [sh, -n, greet.sh]
          open: [vi, greet.sh]

        phases:
          - consent:
              file: consent.md # on request, "evalrun erase CODE" destroys a participant's data
              options:
                - {id: take-part, text: I have read this and agree to take part., required: true}
          - questionnaire: before
          - each_condition:
              - tutorial: tutorial.md
              - tasks: [greet]
          - thanks: thanks.md

        questionnaires: [before]

        tasks:
          - id: greet
            title: Greet somebody
            instruction: tasks/greet.md
            time_limit: 10m
            success: The script greets the person whose name it gets.
            check: greet

        checks:
          - id: greet
            steps:
              - name: runs
                run: [sh, greet.sh, Ada]
                timeout: 10s
                on_timeout: failure
                expect: {output: "Hello, Ada!\n"}
                reason: the greeting differs from the one in the task
              - name: another
                run: [sh, greet.sh, Grace]
                timeout: 10s
                on_timeout: failure
                expect: {output: "Hello, Grace!\n"}
                reason: the greeting is wrong for a second name

        """#,
        "consent.md": #"""
        # Taking part

        Say here what the study is for, what is recorded, how long it takes, and that leaving is possible at
        any time. Answers and times are kept under a code, and are erased at your request.

        """#,
        "tutorial.md": #"""
        # How it works

        Say here what a participant needs to know before the first task.

        """#,
        "thanks.md": #"""
        Thank you.

        """#,
        "method.md": #"""
        Say here how participants were found and what the room was like.

        """#,
        "tasks/greet.md": #"""
        `sh greet.sh Ada` must print `Hello, Ada!`. The same applies to any other name.

        """#,
        "questionnaires/before.yaml": #"""
        title: Before we start
        items:
          - id: experience
            text: How long have you been writing programs?
            type: single
            options: [Less than 2 years, 2 years or more]
            required: true
          - id: remarks
            text: Is there anything that we should know?
            type: text
            in_table: false

        """#,
        "project/greet.sh": #"""
        # Greet "$1" here.

        """#,
        "solutions/greet/greet.sh": #"""
        echo "Hello, $1!"

        """#,
        "wrong/always-ada/greet.sh": #"""
        echo "Hello, Ada!"

        """#,
        "wrong/always-ada/variant.yaml": #"""
        task: greet
        reason: the greeting is wrong for a second name

        """#,
        "session.yaml": #"""
        # Plays a session: evalrun session --participant TRY --pilot --script session.yaml --clock simulated
        format: 1
        answers:
          before: {experience: 2 years or more}
        tasks:
          greet: {time: 1:00}

        """#,
    ]
}
