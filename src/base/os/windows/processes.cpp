// Processes by CreateProcessW(), which passes only the listed handles to a child.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/processes.hpp"

#include <winternl.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cwchar>

#include "base/os/windows/children.hpp"
#include "base/os/windows/command_line.hpp"
#include "base/os/windows/win32.hpp"

namespace codeweaver::os {
namespace {

/// A copy of a handle that children can inherit. Only children that list it get it.
Descriptor inheritable(HANDLE handle) noexcept {
  HANDLE copy = nullptr;
  const HANDLE self = ::GetCurrentProcess();
  if (handle == nullptr || handle == INVALID_HANDLE_VALUE ||
      !::DuplicateHandle(self, handle, self, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS))
    return {};
  return Descriptor(handle_of(copy));
}

Descriptor nothing() noexcept {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  return Descriptor(handle_of(::CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE,
                                            FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                                            OPEN_EXISTING, 0, nullptr)));
}

/// The standard streams of a child; each may be missing.
using Streams = std::array<Descriptor, 3>;

/// The list of handles that a new process inherits.
class Attributes {
 public:
  explicit Attributes(const Streams& streams) {
    for (const auto& stream : streams)
      if (stream.is_open()) handles_.push_back(native(stream.get()));
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    bytes_.resize(size);
    is_made_ = ::InitializeProcThreadAttributeList(get(), 1, 0, &size);
    is_set_ = is_made_ && ::UpdateProcThreadAttribute(
                              get(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                              handles_.size() * sizeof(HANDLE), nullptr, nullptr);
  }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  ~Attributes() {
    if (is_made_) ::DeleteProcThreadAttributeList(get());
  }
  bool is_set() const noexcept { return is_set_; }
  LPPROC_THREAD_ATTRIBUTE_LIST get() noexcept {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(bytes_.data());
  }

 private:
  std::vector<HANDLE> handles_;
  std::vector<char> bytes_;
  bool is_made_ = false, is_set_ = false;
};

/// Returns 0 or the errno value of the failed call.
int start(const std::vector<std::string>& command, const std::vector<std::string>* environment,
          const Streams& streams, ProcessId& id) {
  Attributes attributes(streams);
  if (!attributes.is_set()) return last_errno();
  STARTUPINFOEXW how{};
  how.StartupInfo.cb = sizeof how;
  how.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  const auto stream = [&](std::size_t number) {
    return streams[number].is_open() ? native(streams[number].get()) : nullptr;
  };
  how.StartupInfo.hStdInput = stream(0);
  how.StartupInfo.hStdOutput = stream(1);
  how.StartupInfo.hStdError = stream(2);
  how.lpAttributeList = attributes.get();
  std::wstring line = command_line(command);
  std::wstring variables = environment != nullptr ? environment_block(*environment) : L"";
  PROCESS_INFORMATION made{};
  if (!::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE,
                        EXTENDED_STARTUPINFO_PRESENT | CREATE_UNICODE_ENVIRONMENT,
                        environment != nullptr ? variables.data() : nullptr, nullptr,
                        &how.StartupInfo, &made))
    return last_errno();
  ::CloseHandle(made.hThread);
  id = static_cast<ProcessId>(made.dwProcessId);
  keep_child(id, made.hProcess);
  return 0;
}

/// Returns 0 or an errno value.
int open_pipe(Descriptor& reader, Descriptor& writer) noexcept {
  HANDLE read = nullptr, write = nullptr;
  if (!::CreatePipe(&read, &write, nullptr, 0)) return last_errno();
  reader = Descriptor(handle_of(read));
  writer = Descriptor(handle_of(write));
  return 0;
}

}  // namespace

ProcessId own_process() noexcept {
  return static_cast<ProcessId>(::GetCurrentProcessId());
}

ProcessId parent_process() noexcept {
  PROCESS_BASIC_INFORMATION info{};
  if (::NtQueryInformationProcess(::GetCurrentProcess(), ProcessBasicInformation, &info,
                                  sizeof info, nullptr) < 0)
    return 0;
  return static_cast<ProcessId>(info.InheritedFromUniqueProcessId);
}

Descriptor watch_process(ProcessId process) noexcept {
  return Descriptor(handle_of(::OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(process))));
}

std::string own_program() {
  std::wstring path(MAX_PATH, L'\0');
  for (;;) {
    const DWORD units = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
    if (units < path.size()) return to_utf8({path.data(), units});
    path.resize(2 * path.size());
  }
}

std::vector<std::string> own_environment() {
  std::vector<std::string> variables;
  wchar_t* const block = ::GetEnvironmentStringsW();
  for (const wchar_t* at = block; at != nullptr && *at != L'\0'; at += std::wcslen(at) + 1)
    if (*at != L'=') variables.push_back(to_utf8(at));  // "=C:=C:\\x" are working folders of drives
  ::FreeEnvironmentStringsW(block);
  return variables;
}

void end_process(int code) noexcept {
  ::TerminateProcess(::GetCurrentProcess(), static_cast<UINT>(code));
  std::abort();
}

int start_child(const std::vector<std::string>& command,
                const std::vector<std::string>* environment, ChildErrors errors,
                ChildProcess& child, Handle input) {
  Descriptor reader, writer;
  if (const int error = open_pipe(reader, writer); error != 0) return error;
  Streams streams;
  streams[0] = input < 0 ? nothing() : inheritable(native(input));
  streams[1] = inheritable(native(writer.get()));
  streams[2] = errors == ChildErrors::kDropped ? nothing() : inheritable(native(kStandardError));
  child.output = std::move(reader);
  return start(command, environment, streams, child.id);
}

int start_reader(const std::vector<std::string>& command,
                 const std::vector<std::string>& environment, ReaderProcess& child) {
  Descriptor reader, writer;
  if (const int error = open_pipe(reader, writer); error != 0) return error;
  Streams streams;
  streams[0] = inheritable(native(reader.get()));
  streams[1] = inheritable(native(kStandardOutput));
  streams[2] = inheritable(native(kStandardError));
  child.input = std::move(writer);
  return start(command, &environment, streams, child.id);
}

void limit_process(std::uint32_t cpu_seconds, std::uint64_t memory_bytes) noexcept {
  constexpr std::int64_t kTicks = 10'000'000;  // per second
  const HANDLE job = ::CreateJobObjectW(nullptr, nullptr);
  if (job == nullptr) return;
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags =
      JOB_OBJECT_LIMIT_PROCESS_TIME | JOB_OBJECT_LIMIT_PROCESS_MEMORY;
  limits.BasicLimitInformation.PerProcessUserTimeLimit.QuadPart =
      static_cast<std::int64_t>(cpu_seconds) * kTicks;
  limits.ProcessMemoryLimit = memory_bytes;
  ::SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  ::AssignProcessToJobObject(job, ::GetCurrentProcess());
  // The job lives as long as the process in it. The handle is closed when this process ends.
}

}  // namespace codeweaver::os
