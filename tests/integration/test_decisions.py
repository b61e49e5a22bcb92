"""A question what decides about something shows the predicate among its matches, also if other code shares all nouns."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pytest

# By language: the path and text of the predicate, and those of code that says the same nouns more often.
DECISIONS = {
    "rust": ("history.rs", "pub struct Entry { pub command: String, pub folder: String }\n\nimpl Entry {\n"
             "    pub fn should_save(&self, settings: &Settings) -> bool {\n"
             "        !(self.command.starts_with(' ') || self.command.is_empty() || settings.command_filter.is_match(&self.command))\n    }\n}\n",
             "daemon.rs", "/// What the daemon says of the history: a command began, a command ended, records came.\npub enum Event {\n"
             "    /// A command was recorded in history when it began.\n    CommandBegan(Entry),\n"
             "    /// A command was recorded in history when it ended.\n    CommandEnded(Entry),\n}\n\n"
             "/// Runs a history command: list, last, prune, dedup.\npub async fn run_history_command(command: HistoryCommand, database: &Database) -> Result<()> {\n"
             "    match command {\n        HistoryCommand::List => list(database).await,\n        HistoryCommand::Last => last(database).await,\n    }\n}\n"),
    "python": ("rules.py", "class Rules:\n    def can_keep(self, command):\n        return not command.startswith(' ') and not self.filter.match(command)\n",
               "history.py", "class HistoryCommand:\n    '''A command that was recorded in history.'''\n    command = ''\n    recorded = None\n\n\n"
               "def record_command(history, command):\n    '''Records a command in the history.'''\n    history.append(HistoryCommand(command))\n"),
    "go": ("filter.go", "package history\n\nfunc (f *Filter) isAllowed(command string) bool {\n\treturn !strings.HasPrefix(command, \" \") && !f.pattern.MatchString(command)\n}\n",
           "record.go", "package history\n\n// Record is a command that was recorded in history.\ntype Record struct {\n\tCommand string\n}\n\n"
           "// RecordCommand records a command in the history.\nfunc RecordCommand(history *History, command string) {\n\thistory.records = append(history.records, Record{command})\n}\n"),
    "ruby": ("filter.rb", "class Filter\n  def keep?(command)\n    !command.start_with?(' ') && !@pattern.match?(command)\n  end\nend\n",
             "history.rb", "# A command that was recorded in history.\nclass HistoryCommand\n  attr_reader :command\nend\n\n"
             "# Records a command in the history.\ndef record_command(history, command)\n  history << HistoryCommand.new(command)\nend\n"),
}


@pytest.mark.parametrize("language", DECISIONS)
def test_predicate(program, tmp_path, language):
    path, predicate, other, nouns = DECISIONS[language]
    (tmp_path / path).write_text(predicate, encoding="utf-8")
    (tmp_path / other).write_text(nouns, encoding="utf-8")
    found = program.ok("search", "how does it decide that a command must not be recorded in history", "-o", "json", "-p", tmp_path).json()
    assert path in [match["file"]["path"] for match in found["matches"][:3]]
