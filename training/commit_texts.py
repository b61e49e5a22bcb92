# Turns the message of a bug-fix commit into the text of a bug report.
# SPDX-License-Identifier: MIT OR Apache-2.0
import re

FEWEST_WORDS = 18
FEWEST_WORDS_BELOW = 10  # fewest words below the title
MOST_WORDS = 300
_UNWANTED_SUBJECT = re.compile(
    r"^(revert|optimi|improve \w*(?: \w+)? ?performance|speed up|reapply|merge branch|merge remote|fixup!|squash!|amend!|bump|release|prepare|version|typo|docs?\b|chore|ci\b|"
    r"build\b|style|refactor|perf\b|tests?\b|deps|update (dep|lock|change|readme|doc)|upgrade)|changelog|"
    r"^sync|^update \S+\.\w+$|^merge|\bv?\d+\.\d+\.\d+\b|readme|code ?style|lint\b|rubocop|clang-format|whitespace|coverage|"
    r"\b(?:specs?|(?:failing|flaky|broken|unit) tests?|tests?$)|^(?:possible|another|attempt|try|some|more|further)\b.*\bfix", re.I)
_TYPE = re.compile(r"^(?:[a-z]+(?:\([^)]*\))?!?: |\[[\w ./-]+\]:? )+")
_REFERENCE = re.compile(
    r"[([]?(?:\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|refs?|references?|see|part of|related to|addresses|issue|bug|pr|"
    r"pull request)\b)?:? *(?:issue *)?(?:(?:[\w.-]+/[\w.-]+)?#|\bgh-)\d+\b[)\]]?[.,:]?", re.I)
_ADDRESS = re.compile(r"<?https?://\S*?(?:issues?|pull|pulls|discussions?|commit|commits|merge_requests|bugs?|show_bug)[/.?]\S*", re.I)
_TRAILER = re.compile(
    r"^\s*(?:[\w-]+-by|change-id|cc|bug|refs?|references?|see|see also|fixe?[sd]?|close[sd]?|resolve[sd]?|related(?: to)?|issues?|"
    r"pr|link|discussion|piperorigin-revid|git-svn-id|x-\S+|from|type|reporter|github|release notes?|changelog) ?[:#]|"
    r".*generated (?:with|by) \[|\s*\[\d+\]:? http", re.I)
_HEADING = re.compile(r"^(?:#{1,6} +(.+?)[ #:]*|\*\*([^*]+?):?\*\*:?|__([^_]+?):?__|([A-Z][\w' ]{2,40}):|([A-Z][\w' ]{2,40}))$")
_UNDERLINE = re.compile(r"^[-=~*_ ]{3,}$")
_TOLD = re.compile(r"motivat|problem|descri|bug|background|context|issue|why|symptom|reproduc|current|actual|expected|previous|"
                   r"before|cause|what (happen|was wrong|is wrong)|summary|impact", re.I)
_DONE = re.compile(r"modif|change|solution|fix|how|test|checklist|result|note|implement|type|todo|verif|plan|after|approach|"
                   r"commit|discussion|review|what (does|this)|pull request|proposed|screenshot|depend|release|follow|"
                   r"alternativ|migrat|docs?\b|documentation|out of scope|compat|this (pr|commit|change)|validation", re.I)
_OF_THE_FIX = re.compile(
    r"^(?:(?:in )?th(?:is|e|ese) (?:commit|patch|change|pr|pull request|fix|diff|mr|new|solution|merge|branch|refactor)\w*\b|"
    r"(?:so |therefore,? |thus,? |hence,? |to (?:fix|solve|avoid|address|resolve)\b.*|instead,? |now,? |also,? |then,? |finally,? |"
    r"additionally,? |simply |just )*"
    r"(?:we (?:now|can|should|will|have to|must|need to) |I (?:have |'ve )?(?:add|chang|fix|mov|remov|us|made)\w* |it now |let's |"
    r"(?:fix|add|use|make|change|move|remove|update|rename|refactor|introduce|ensure|replace|implement|handle|let|extract|drop|"
    r"switch|bump|adjust|correct|simplify|allow|support|avoid|prevent|cover|guard|skip|check|clean|document|set|rework|wrap|"
    r"pass|keep|convert|rewrite|merge|apply|include|restore|improve|revert|modify|delete|create|call|store|split|test|"
    r"verif|validate|treat|stop|reset|propagate|emit|mark|enable|disable|return|throw|resolve)(?:e?s|e?d|ing)? )|"
    r"(?:unit |regression )?tests? |by (?:using|adding|making|moving|changing)|closes|fixes|co-authored)|"
    r"\b(?:we now|is now|are now|now (?:return|use|throw|handle|check|work|get|has|have|behave|correct|accept|report|pass|support|call)"
    r"\w*|this (?:commit|patch|pr|change|fix)\b|was (?:added|removed|changed|fixed)|has been (?:added|removed|changed|fixed)|"
    r"regression tests?|added tests?)\b", re.I)
_PROBLEM = re.compile(
    r"\b(fail\w*|errors?|error(?:s|ed|ing)|crash\w*|bugs?|buggy|wrong\w*|incorrect\w*|broken|breaks?|broke|does ?n[o']t|do ?n[o']t|"
    r"did ?n[o']t|would ?n[o']t|was ?n[o']t|were ?n[o']t|is ?n[o']t|not (?:be|work|found|properly|correctly|called|possible|respected|"
    r"handled|set|support\w*)|cannot|can ?not|can't|could ?n[o']t|unable|missing|leak\w*|hang\w*|hung|deadlock\w*|races?|race condition|"
    r"panic\w*|exceptions?|segfaults?|overflow\w*|regress\w*|unexpected\w*|problems?|warnings?|invalid|throws?|threw|thrown|"
    r"ignored?|ignores|lost|loses|stale|corrupt\w*|never|no longer|infinite|crashes|stuck|duplicate\w*|undefined behaviou?r|"
    r"illegal|misses|blocks? forever|too (?:much|many|slow|large|long|early|late)|inconsistent\w*|confus\w*|surpris\w*|unhandled|"
    r"nullpointerexception|\w+(?:Error|Exception))\b", re.I)
_FAULT = re.compile(  # words of a problem; required if the subject does not announce a fix
    r"\b(fails?|failed|failing|failures?|crash\w*|bugs?|buggy|wrong\w*|incorrect\w*|broken|breaks|broke|does ?n[o']t|did ?n[o']t|"
    r"was ?n[o']t|were ?n[o']t|is ?n[o']t (?:work|call|set|handl|pass|respect|found)\w*|cannot|can't|could ?n[o']t|unable|leak\w*|hang\w*|"
    r"deadlock\w*|race conditions?|panic\w*|exceptions?|segfault\w*|overflow\w*|regress\w*|unexpected\w*|corrupt\w*|infinite|stuck|"
    r"confus\w*|surpris\w*|unhandled|illegal|lost|\w+(?:Error|Exception))\b", re.I)
_BULLET = re.compile(r"^\s*(?:[*+-]|\d+[.)]) ")
_OPENING = re.compile(
    r"^(?:(?:quick |hot|bug|minor |small |possible |potential )?fix(?:es|ed|ing)?(?: up)?(?: (?:an? |the )?(?:bug|issue|problem|case)s?)?"
    r"(?: (?:where|that|when|in which|with|of|for))?|correct(?:ly)?|bug ?fix):? ", re.I)


def words_of(text):
    return re.findall(r"[A-Za-z][A-Za-z'-]+", text)


def _told_sections(lines):
    """Lines without a heading or under a heading about the problem. Code belongs to its section."""
    kept, is_told, in_code = [], True, False
    for line in lines:
        if line.lstrip().startswith("```"):
            in_code = not in_code
        found = None if in_code else _HEADING.match(line.strip())
        name = next((group for group in found.groups() if group), "") if found else ""
        if found and (_TOLD.search(name) or _DONE.search(name)) and len(name.split()) <= 6:
            is_told = bool(_TOLD.search(name)) or not _DONE.search(name)
        elif is_told and not (found and line.lstrip().startswith("#")):
            kept.append(line)
    return kept


def _paragraphs(lines):
    """The blocks between empty lines, with wrapped lines of prose joined."""
    blocks, block, in_code = [], [], False
    for line in [*lines, ""]:
        if line.lstrip().startswith("```"):
            in_code = not in_code
        if line.strip() or in_code:
            block.append(line.rstrip())
        elif block:
            is_code = any(re.match(r"\s{4}|\t|\s*(?:```|at |File |[$>] |goroutine )", one) for one in block)
            blocks.append((is_code, "\n".join(block) if is_code else " ".join(one.strip() for one in block)))
            block = []
    return blocks


def _without_the_fix(text):
    sentences = re.split(r"(?<=[a-z)`'\"\]][.!?]) +(?=[A-Z`(])", text)
    return " ".join(one for one in sentences if not _OF_THE_FIX.search(one))


def _cleaned_lines(body):
    body = re.sub(r"(?s)<!--.*?-->", "", body.replace("\r", ""))
    if body.startswith("* "):  # a squashed branch: use the message of its first commit
        body = re.split(r"(?m)^\* ", body.partition("\n")[2])[0]
    body = re.split(r"(?m)^-{3,}\s*$\n(?=.*(?:by:|$))|^Commits\n-+|^\* commit |^conflicts?:", body, flags=re.I)[0]
    lines = []
    for line in body.split("\n"):
        if _TRAILER.match(line) or _UNDERLINE.match(line) or re.match(r"^\s*[-*] \[[ xX]\]", line):
            continue
        cleaned = _REFERENCE.sub(" ", _ADDRESS.sub(" ", line)) if re.search(r"#\d|://|gh-\d", line, re.I) else line
        lines.append(cleaned if cleaned.strip(" .,:()*-") or not line.strip() else "")
    return lines


def is_of_a_fix(subject):
    return bool(_OPENING.match(_TYPE.sub("", subject)) or re.match(r"fix", subject, re.I))


def is_unwanted(subject):
    """True if the commit changes no behaviour: a release, a test, a rename."""
    return bool(_UNWANTED_SUBJECT.search(subject))


def title_of(subject):
    """The subject without type, references and words such as "fix"."""
    text = _REFERENCE.sub(" ", _TYPE.sub("", subject.strip())).strip(" .")
    opened = _OPENING.sub("", text)
    text = re.sub(r"\s+", " ", opened if len(words_of(opened)) > 2 else text).strip(" .-:")
    return text[:1].upper() + text[1:] if re.match(r"[a-z]+[ ,]", text) else text


def problem_of(subject, body):
    """The problem that the commit describes, as a title and paragraphs; empty if it describes none."""
    if re.match(r"merge (pull request|pr|#)", subject, re.I):
        subject, _, body = body.strip().partition("\n")
        if re.match(r"(discussion|commits|this pr was)", body.strip(), re.I) and not body.strip():
            return ""
    if is_unwanted(subject):
        return ""
    lines = _cleaned_lines(body)
    bullets = sum(bool(_BULLET.match(line)) for line in lines)
    if 3 * bullets > sum(bool(line.strip()) for line in lines):
        return ""
    kept, prose = [], []
    for is_code, text in _paragraphs(_told_sections(lines)):
        if is_code:
            kept.append(text)
            continue
        text = re.sub(r"\s+", " ", _without_the_fix(text)).strip()
        text = re.sub(r"\s*\b(?:See(?: also)?|This|(?:Regressed|Introduced|Caused) (?:by|in)|Reported (?:by|in))[ .:,]*$", "", text)
        if len(words_of(text)) > 2:
            kept.append(text)
            prose.append(text)
        if len(words_of(" ".join(kept))) > MOST_WORDS:
            break
    told = " ".join(prose)
    cue = _PROBLEM if is_of_a_fix(subject) else _FAULT
    title = title_of(subject)
    if re.search(r"\b(?=[a-f]*\d)[0-9a-f]{7,40}\b", f"{title} {told}") or sum(c.isascii() for c in told) < 0.97 * len(told):
        return ""
    if not title or len(words_of(title + " " + told)) < FEWEST_WORDS or len(words_of(told)) < FEWEST_WORDS_BELOW or not cue.search(told):
        return ""
    return "\n\n".join([title, *kept])
