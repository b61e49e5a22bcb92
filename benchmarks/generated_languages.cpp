// Templates of definitions in seven languages and Markdown.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "generated_languages.hpp"

#include <array>

namespace codeweaver::bench {
namespace {

constexpr std::array<std::string_view, 4> kPython = {
    R"(def %n(%a, %b=None, *, %c=%1):
    """%d"""
    if %b is None:
        %b = %f(%a)
    total = 0
    for entry in %a:
        if entry.%c > total:
            total += entry.%b or %c
        elif not entry.%b:
            raise ValueError("%w: %%r" %% entry)
    return %f(total, %c)


)",
    R"(class %T:
    """%d"""

    def __init__(self, %a, %b):
        self.%a = %a
        self._%b = %b
        self._%c = {}

    def %n(self, %c):
        """%d"""
        found = self._%c.get(%c)
        if found is None:
            found = self._%c[%c] = %f(self.%a, %c)
        return found

    @property
    def %b(self):
        return self._%b[: %1]


)",
    R"(%K = %1

)",
    R"(def %n(%a):
    # %d
    with %f(%a) as %b:
        return {%c.name: %c for %c in %b if %c.is_%a}


)"};

constexpr std::array<std::string_view, 4> kGo = {
    R"(// %n: %d
func %n(%a []%T, %b string) (int, error) {
	total := 0
	for _, %c := range %a {
		if %c.Limit < %1 {
			return 0, fmt.Errorf("%w: %%s", %b)
		}
		total += %f(%c, %b)
	}
	return total, nil
}

)",
    R"(// %T is what the package keeps. %d
type %T struct {
	%a string
	%b map[string]int
	%c sync.Mutex
}

// %n: %d
func (s *%T) %n(%a string) int {
	s.%c.Lock()
	defer s.%c.Unlock()
	if found, ok := s.%b[%a]; ok {
		return found
	}
	s.%b[%a] = %f(%a, %1)
	return s.%b[%a]
}

)",
    R"(const %K = %1

)",
    R"(func %n(%a int) bool {
	// %d
	switch {
	case %a < %1:
		return false
	case %f(%a) == %1:
		return true
	}
	return %a%%2 == 0
}

)"};

constexpr std::array<std::string_view, 4> kTypeScript = {
    R"(/** %d */
export async function %n(%a: %T[], %b = %1): Promise<number> {
  let total = %b;
  for (const %c of %a) {
    if (%c.length === 0) throw new Error('%w');
    total += await %f(%c, { %b, retries: %1 });
  }
  return total;
}

)",
    R"(/** %d */
export class %T {
  private readonly %a = new Map<string, number>();

  constructor(private readonly %b: string, protected %c?: number) {}

  /** %d */
  %n(%c: string): number {
    const known = this.%a.get(%c);
    if (known !== undefined) return known;
    const made = %f(this.%b, %c);
    this.%a.set(%c, made);
    return made;
  }
}

)",
    R"(export const %K = %1;

)",
    R"(export interface %T {
  %a: string;
  %b?: number;
  %n(%c: string): boolean; // %d
}

)"};

constexpr std::array<std::string_view, 4> kCpp = {
    R"(/// %d
int %n(const std::vector<%T>& %a, int %b) {
  int total = %b;
  for (const auto& %c : %a) {
    if (%c.empty()) continue;
    total += static_cast<int>(%c.size()) * %f(%c, %1);
  }
  return total;
}

)",
    R"(/// %d
class %T {
 public:
  explicit %T(std::string %a) : %a_(std::move(%a)) {}

  /// %d
  bool %n(std::string_view %b) {
    const auto found = %c_.find(std::string(%b));
    if (found == %c_.end()) return false;
    return %f(found->second, %1);
  }

 private:
  std::string %a_;
  std::map<std::string, int> %c_;
};

)",
    R"(constexpr int %K = %1;

)",
    R"(template <class %T>
void %n(%T& %a, std::size_t %b) {
  // %d
  while (%b-- > 0 && %f(%a)) %a.push_back(%1);
}

)"};

constexpr std::array<std::string_view, 4> kJava = {
    R"(  /** %d */
  public static int %n(List<%T> %a, int %b) {
    int total = %b;
    for (%T %c : %a) {
      if (%c.isEmpty()) throw new IllegalStateException("%w");
      total += %f(%c, %1);
    }
    return total;
  }

)",
    R"(  /** %d */
  static final class %T {
    private final Map<String, Integer> %a = new HashMap<>();
    private int %b = %1;

    /** %d */
    synchronized int %n(String %c) {
      return %a.computeIfAbsent(%c, key -> %f(key, %b));
    }
  }

)",
    R"(  static final int %K = %1;

)",
    R"(  private boolean %n(String %a) throws IOException {
    // %d
    try (Reader %b = %f(%a)) {
      return %b.read() > %1;
    }
  }

)"};

constexpr std::array<std::string_view, 4> kRust = {
    R"(/// %d
pub fn %n(%a: &[%T], %b: usize) -> Result<usize, String> {
    let mut total = %b;
    for %c in %a {
        if %c.is_empty() {
            return Err(format!("%w: {}", %b));
        }
        total += %f(%c, %1)?;
    }
    Ok(total)
}

)",
    R"(/// %d
#[derive(Debug, Clone, Default)]
pub struct %T {
    %a: String,
    pub %b: Vec<u32>,
}

impl %T {
    /// %d
    pub fn %n(&mut self, %c: u32) -> bool {
        if self.%b.contains(&%c) {
            return false;
        }
        self.%b.push(%f(%c, %1));
        true
    }
}

)",
    R"(pub const %K: usize = %1;

)",
    R"(fn %n(%a: Option<&str>) -> usize {
    // %d
    match %a {
        Some(%b) if %b.len() > %1 => %f(%b),
        Some(_) => %1,
        None => 0,
    }
}

)"};

constexpr std::array<std::string_view, 4> kC = {
    R"(/* %d */
static int %n(struct %T *%a, size_t %b)
{
	size_t %c;

	if (!%a || %b > %1)
		return -EINVAL;
	for (%c = 0; %c < %b; %c++) {
		if (%f(&%a->entries[%c]))
			goto failed;
	}
	return 0;
failed:
	pr_err("%w %%zu\n", %c);
	return -EIO;
}

)",
    R"(/* %d */
struct %T {
	unsigned int %a;
	char *%b;
	struct list_head %c;
};

)",
    R"(#define %K %1

)",
    R"(int %n(int %a, const char *%b)
{
	/* %d */
	switch (%a) {
	case %1:
		return %f(%b);
	default:
		return %a << 2;
	}
}

)"};

constexpr std::array<std::string_view, 2> kMarkdown = {
    R"(## %w

%d %d

- `%n`: %d
- `%T`: %d

)",
    R"(%d %d %d

```sh
%n --%a=%1
```

)"};

using enum NameStyle;
constexpr std::array<GeneratedLanguage, 8> kLanguages = {{
    {"c", 24, kSnake, kSnake, kSnake, "// %d\n#include <errno.h>\n#include \"%a.h\"\n\n", kC, ""},
    {"py", 18, kSnake, kSnake, kPascal, "\"\"\"%d\"\"\"\nimport os\n\nfrom .%a import %T\n\n\n",
     kPython, ""},
    {"java", 16, kCamel, kCamel, kPascal,
     "// %d\npackage gen.%a;\n\nimport java.util.*;\n\nclass %T {\n", kJava, "}\n"},
    {"go", 13, kPascal, kCamel, kPascal,
     "// Package %a: %d\npackage %a\n\nimport (\n\t\"fmt\"\n\t\"sync\"\n)\n\n", kGo, ""},
    {"ts", 12, kCamel, kCamel, kPascal, "// %d\nimport { %T } from './%a';\n\n", kTypeScript, ""},
    {"cpp", 9, kSnake, kSnake, kPascal,
     "// %d\n#include <string>\n#include <vector>\n\nnamespace %a {\n\n", kCpp,
     "}  // namespace\n"},
    {"rs", 5, kSnake, kSnake, kPascal, "//! %d\nuse crate::%a::%T;\n\n", kRust, ""},
    {"md", 3, kSnake, kSnake, kPascal, "# %w\n\n%d\n\n", kMarkdown, ""},
}};

}  // namespace

std::span<const GeneratedLanguage> generated_languages() {
  return kLanguages;
}

}  // namespace codeweaver::bench
